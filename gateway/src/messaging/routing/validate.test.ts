// Proves that every class of mistake in a routing text is reported with its line and field, all at
// once.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { DocumentProblem } from '../../platform/documents/index.ts';
import { readRouting } from './validate.ts';
import { testSettings } from './testing.ts';

const sn = (changes = '') =>
  `{"code": "SN", "callingCode": "221", "currency": "XOF", "price": 10, "timeZone": "Africa/Dakar", "refund": ["REJECTED"], "mobile": [{"lengths": [9], "prefixes": ["77", "76"]}], "operators": [{"name": "OPA", "prefixes": ["77"]}]${changes}}`;
const link = `{"name": "A", "connector": "wire", "config": {"host": "h", "port": 1}}`;
const route = `{"country": "SN", "links": [{"name": "A"}]}`;

interface Parts {
  countries?: string[];
  links?: string[];
  routes?: string[];
  rest?: string;
}
/** Countries from line 3 on, links from 6, routes from 9, one a line where there is one of each. */
function textOf({
  countries = [sn()],
  links = [link],
  routes = [route],
  rest = '',
}: Parts): string {
  return `{\n"countries": [\n${countries.join(',\n')}\n],\n"links": [\n${links.join(',\n')}\n],\n"routes": [\n${routes.join(',\n')}\n]${rest}}`;
}

function problemsOf(parts: Parts): DocumentProblem[] {
  const read = readRouting(textOf(parts), testSettings);
  return read.ok ? [] : read.problems;
}
function expectOne(parts: Parts, line: number, field: string, message: RegExp): void {
  const problems = problemsOf(parts);
  const found = problems
    .map((problem) => `${problem.line} ${problem.field}: ${problem.message}`)
    .join('\n');
  assert.equal(problems.length, 1, found || 'no problem was found');
  assert.deepEqual([problems[0]?.line, problems[0]?.field], [line, field], found);
  assert.match(problems[0]?.message ?? '', message);
}

test('a faultless routing has no problems', () => {
  const rest =
    ',\n"inbound": [{"number": "40400", "app": "js_test_1"}], "stopWords": ["STOP"], "startWords": ["START"]';
  assert.deepEqual(problemsOf({ rest }), []);
  assert.deepEqual(problemsOf({ countries: [], links: [], routes: [] }), []);
});

test('outer shape', () => {
  const outer = (text: string) => {
    const read = readRouting(text, testSettings);
    return read.ok
      ? []
      : read.problems.map(({ line, field, message }) => `${line} ${field}: ${message}`);
  };
  assert.deepEqual(outer('[]'), ['1 : must be an object']);
  assert.deepEqual(outer('{"countries": [],\n"links": {}, "routes": []}'), [
    '2 links: must be an array',
  ]);
  assert.match(
    outer('{"countries": [], "links": [], "routes": [], "route": []}')[0]!,
    /unknown field; did you mean "routes"/,
  );
  assert.match(outer('{"countries": [}')[0]!, /^1 : column 16: expected a value/);
});

const replaced = (from: string, to: string) => {
  assert.ok(sn().includes(from), from);
  return sn().replace(from, to);
};
const countryFaults: [fault: string, entry: string, field: string, message: RegExp][] = [
  ['an unknown field', sn(', "prize": 5'), 'prize', /unknown field; did you mean "price"/],
  [
    'an unknown field within',
    sn().replace('"prefixes": ["77"]', '"prefixs": [], "prefixes": ["77"]'),
    'operators[0].prefixs',
    /did you mean "prefixes"/,
  ],
  ['a missing member', replaced('"callingCode": "221", ', ''), '', /"callingCode" is missing/],
  ['a code in lower case', replaced('"SN"', '"sn"'), 'code', /two capitals/],
  ['a calling code with plus', replaced('"221"', '"+221"'), 'callingCode', /such as "221"/],
  ['an unknown currency', replaced('XOF', 'CFA'), 'currency', /one of XOF/],
  ['a price below zero', replaced('"price": 10', '"price": -1'), 'price', /must be an amount/],
  ['an unknown time zone', replaced('Africa/Dakar', 'Africa/Dakkar'), 'timeZone', /IANA/],
  ['an offset for a time zone', replaced('Africa/Dakar', '+01:00'), 'timeZone', /IANA/],
  [
    'a refund of what was delivered',
    replaced('REJECTED', 'DELIVERED'),
    'refund',
    /list of REJECTED/,
  ],
  ['a length that is none', replaced('[9]', '[2]'), 'mobile[0].lengths', /from 4 to 15/],
  [
    'numbers longer than E.164',
    replaced('[9]', '[13]'),
    'mobile[0].lengths',
    /13 digits and the calling code are more than 15/,
  ],
  [
    'a prefix that is no digits',
    replaced('["77", "76"]', '["77", "7x"]'),
    'mobile[0].prefixes',
    /digits, with which/,
  ],
  [
    'a prefix twice',
    replaced('["77", "76"]', '["77", "77"]'),
    'mobile[0].prefixes[1]',
    /stands in mobile already/,
  ],
  [
    'a prefix of both kinds',
    sn(', "landline": [{"lengths": [9], "prefixes": ["76"]}]'),
    'landline[0].prefixes[0]',
    /stands in mobile already/,
  ],
  [
    'an operator outside the numbers',
    replaced('"prefixes": ["77"]', '"prefixes": ["78"]'),
    'operators[0].prefixes[0]',
    /no mobile number/,
  ],
  ['an operator called other', replaced('OPA', 'other'), 'operators[0].name', /not "other"/],
  [
    'an operator twice',
    replaced('"prefixes": ["77"]}', '"prefixes": ["77"]}, {"name": "OPA", "prefixes": []}'),
    'operators[1].name',
    /already exists/,
  ],
  [
    'a prefix of two operators',
    replaced('"prefixes": ["77"]}', '"prefixes": ["77"]}, {"name": "OPB", "prefixes": ["77"]}'),
    'operators[1].prefixes[0]',
    /belongs to OPA already/,
  ],
];
for (const [fault, entry, field, message] of countryFaults) {
  test(`country with ${fault}`, () => {
    expectOne(
      { countries: [entry], routes: [] },
      3,
      field === '' ? 'countries[0]' : `countries[0].${field}`,
      message,
    );
  });
}

test('two countries of one code, and one within another', () => {
  const inner = sn().replace('"SN"', '"ZZ"').replace('"221"', '"22177"');
  expectOne(
    { countries: [sn(), sn().replace('"221"', '"222"')], routes: [] },
    4,
    'countries[1].code',
    /on line 3/,
  );
  const problems = problemsOf({ countries: [sn(), inner], routes: [] });
  assert.deepEqual(
    problems.map((problem) => problem.field),
    ['countries[0].mobile[0].prefixes[0]', 'countries[0].operators[0].prefixes[0]'],
  );
  assert.match(problems[0]!.message, /\+22177 is the calling code of another country/);
});

const connectionFaults: [fault: string, entry: string, field: string, message: RegExp][] = [
  [
    'an unknown connector',
    link.replace('"wire"', '"wired"'),
    'connector',
    /there is no connector "wired"; there are wire/,
  ],
  [
    'an unknown field',
    link.replace('"port"', '"ports"'),
    'config.ports',
    /unknown field; wire has host, port, password/,
  ],
  ['a text for a number', link.replace('1}', '"1"}'), 'config.port', /must be a number/],
  ['what the connector itself refuses', link.replace('1}', '0}'), 'config.port', /must be above 0/],
  [
    'an unknown value of the installation',
    link.replace('"h"', '"${NOWHERE}"'),
    'config.host',
    /unknown placeholder \$\{NOWHERE\}; known are HOST, PORT/,
  ],
  [
    'a sealed value that is no secret',
    link.replace('"h"', '{"sealed": "eA=="}'),
    'config.host',
    /only a secret can be sealed/,
  ],
  [
    'a bad sender',
    `${link.slice(0, -1)}, "senders": {"allowed": ["much too long a name"], "numericFallback": null}}`,
    'senders.allowed',
    /up to 11/,
  ],
  [
    'a fallback that is no number',
    `${link.slice(0, -1)}, "senders": {"allowed": null, "numericFallback": "Jokko"}}`,
    'senders.numericFallback',
    /number in digits/,
  ],
  [
    'a rule for a country that is not there',
    `${link.slice(0, -1)}, "senders": {"allowed": null, "numericFallback": null, "perCountry": {"SM": {"allowed": null, "numericFallback": null}}}}`,
    'senders.perCountry.SM',
    /there is no country "SM"; did you mean "SN"/,
  ],
  [
    'a rule for a country that is none',
    `${link.slice(0, -1)}, "senders": {"allowed": null, "numericFallback": null, "perCountry": {"SN": {"allowed": null}}}}`,
    'senders.perCountry.SN',
    /"numericFallback" is missing/,
  ],
];
for (const [fault, entry, field, message] of connectionFaults) {
  test(`connection with ${fault}`, () => {
    const problems = problemsOf({ links: [link.replace('"A"', '"B"'), entry] }).filter(
      ({ field: at }) => at.startsWith('links[1]'),
    );
    assert.deepEqual(
      [problems[0]?.line, problems[0]?.field],
      [7, `links[1].${field}`],
      JSON.stringify(problems),
    );
    assert.match(problems[0]?.message ?? '', message);
  });
}

test('a value of the installation may be a number', () => {
  assert.deepEqual(problemsOf({ links: [link.replace('1}', '"${PORT}"}')] }), []);
  expectOne(
    { links: [link.replace('1}', '"${PORT}1"}')] },
    6,
    'links[0].config.port',
    /must be a number/,
  );
});

const routeFaults: [fault: string, entry: string, field: string, message: RegExp][] = [
  ['an unknown country', route.replace('SN', 'SM'), '.country', /did you mean "SN"/],
  [
    'an unknown operator',
    `${route.slice(0, -1)}, "operator": "OPB"}`,
    '.operator',
    /no operator in SN "OPB"; did you mean "OPA"/,
  ],
  [
    'an unknown connection',
    route.replace('"A"', '"B"'),
    '.links[0].name',
    /there is no connection "B"/,
  ],
  ['no connection', route.replace('{"name": "A"}', ''), '.links', /at least one connection/],
  [
    'a connection twice',
    route.replace('{"name": "A"}', '{"name": "A"}, {"name": "A"}'),
    '.links[1].name',
    /already exists/,
  ],
  [
    'a priority that is none',
    route.replace('"A"', '"A", "priority": 0'),
    '.links[0].priority',
    /1 \(tried first\) to 100/,
  ],
  [
    'a weight that is none',
    route.replace('"A"', '"A", "weight": 1.5'),
    '.links[0].weight',
    /share among equal/,
  ],
];
for (const [fault, entry, field, message] of routeFaults) {
  test(`route with ${fault}`, () =>
    expectOne({ routes: [entry] }, 9, `routes[0]${field}`, message));
}
test('a route twice', () =>
  expectOne({ routes: [route, route] }, 10, 'routes[1]', /"SN" already exists, on line 9/));

test('inbound and words', () => {
  const inbound = (...entries: string[]) => ({ rest: `,\n"inbound": [${entries.join()}]` });
  expectOne(
    inbound('{"number": "+221", "app": "js_test_1"}'),
    11,
    'inbound[0].number',
    /digits of the number/,
  );
  expectOne(
    inbound('{"number": "404", "keyword": "two words", "app": "js_test_1"}'),
    11,
    'inbound[0].keyword',
    /one word/,
  );
  expectOne(
    inbound('{"number": "404", "app": "js_test_1"}', '{"number": "404", "app": "js_test_2"}'),
    11,
    'inbound[1]',
    /already exists/,
  );
  expectOne(inbound('{"number": "404", "app": 10}'), 11, 'inbound[0].app', /js_test_7/);
  expectOne({ rest: ',\n"stopWords": ["STOP", "no more"]' }, 11, 'stopWords', /single words/);
  expectOne(
    { rest: ',\n"stopWords": ["GO"],\n"startWords": ["GO"]' },
    12,
    'startWords',
    /"GO" is a stop word too/,
  );
});

test('all problems of a text are listed together, by line', () => {
  const problems = problemsOf({
    countries: [sn(', "x": 1')],
    links: [link.replace('"wire"', '"x"')],
    routes: [route.replace('SN', 'XX')],
  });
  assert.deepEqual(
    problems.map((problem) => problem.line),
    [3, 6, 9],
  );
});
