// Is every class of mistake reported with its line and field, all at once?

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { errorCatalogue } from '@jokko/contract';
import { readCatalogue } from './validate.ts';
import type { DocumentProblem } from '../documents/index.ts';
import { testSettings } from './testing.ts';

const wallet = `{ "name": "W", "connector": "gsma", "config": { "baseUrl": "http://h/", "auth": "none", "ownAccountType": "walletid", "ownAccountValue": "1", "operatorPrefix": "opa", "sandbox": true } }`;
const simulator = `{ "name": "S", "connector": "sandbox", "config": { "baseUrl": "http://h/", "apiKey": "k", "noticeSecret": "s" } }`;
const cashIn = '"code": "OPA_SN_API_CASH_IN", "name": "In", "route": "W"';
const cashOut = '"code": "OPA_SN_API_CASH_OUT", "name": "Out", "route": "W"';
const card = '"code": "BANK_CARD_API_CASH_OUT", "name": "Card", "route": "S"';
const chat = '"code": "CHAT_MESSAGING", "name": "Chat", "route": "S"';

/** Services from line 3 on, one a line; routes follow, one a line. */
function catalogueOf(services: string[], routes: string[] = [wallet, simulator], rest = ''): string {
  return `{\n"services": [\n${services.join(',\n')}\n],\n"routes": [\n${routes.join(',\n')}\n]${rest}}`;
}

function problemsOf(text: string, settings = testSettings): DocumentProblem[] {
  const read = readCatalogue(text, settings);
  return read.ok ? [] : read.problems;
}

function expectOne(text: string, line: number, field: string, message: RegExp, settings = testSettings): void {
  const problems = problemsOf(text, settings);
  const found = problems.map((problem) => `${problem.line} ${problem.field}: ${problem.message}`).join('\n');
  assert.equal(problems.length, 1, found || 'no problem was found');
  assert.deepEqual([problems[0]?.line, problems[0]?.field], [line, field], found);
  assert.match(problems[0]?.message ?? '', message);
}

test('a faultless catalogue has no problems', () => {
  assert.deepEqual(
    problemsOf(catalogueOf([`{${cashIn}}`, `{${cashOut}, "link": "deepLink"}`, `{${card}}`, `{${chat}, "messagePrice": 25}`])),
    [],
  );
});

test('malformed JSON: line and column', () => {
  expectOne(`{\n"services": [,]}`, 2, '', /^column 14: expected a value/);
});

test('outer shape', () => {
  expectOne('[]', 1, '', /must be an object/);
  expectOne('{\n"services": []}', 1, '', /"routes" is missing/);
  expectOne('{"services": [],\n"routes": {}}', 2, 'routes', /must be an array/);
  expectOne('{"services": [], "routes": [],\n"errrorTexts": {}}', 2, 'errrorTexts', /unknown member; did you mean "errorTexts"/);
});

// Each faulty service stands on line 4, behind a faultless one.
const serviceFaults: [fault: string, entry: string, field: string, message: RegExp][] = [
  ['an unknown member', `{${cashOut}, "minimun": 5}`, 'minimun', /did you mean "minimum"/],
  ['an unknown member of the price', `{${cashOut}, "price": {"fixd": 5}}`, 'price.fixd', /unknown member; did you mean "fixed"/],
  ['a missing member', '{"code": "OPA_SN_API_CASH_OUT", "name": "x"}', '', /"route" is missing/],
  ['no object', '5', '', /must be an object/],
  ['a duplicate member', `{${cashOut}, "minimum": 5, "minimum": 6}`, 'minimum', /occurs twice/],
  ['an amount that is none', `{${cashOut}, "minimum": "5,5"}`, 'minimum', /must be an amount above zero/],
  ['an amount below zero', `{${cashOut}, "maximum": -5}`, 'maximum', /must be an amount above zero/],
  ['a percentage above 100', `{${cashOut}, "price": {"percent": 101}}`, 'price.percent', /from 0 to 100/],
  ['a percentage with five decimals', `{${cashOut}, "price": {"percent": "1.00001"}}`, 'price.percent', /4 decimals/],
  ['a granularity that the interface does not know', `{${cashOut}, "multipleOf": 10}`, 'multipleOf', /5, 50, 100, 200 or 500/],
  ['an unknown country', `{${cashOut}, "country": "XX"}`, 'country', /one of SN, CI/],
  ['an unknown currency', `{${cashOut}, "currency": "CFA"}`, 'currency', /one of XOF/],
  ['an unknown required field', `{${cashOut}, "requiredFields": ["ribs"]}`, 'requiredFields', /list of accountNumber/],
  ['an unknown link', `{${cashOut}, "link": "qr"}`, 'link', /one of none/],
  ['a negative window', `{${cashOut}, "duplicateWindowSeconds": -1}`, 'duplicateWindowSeconds', /whole number/],
  ['a bad icon', `{${cashOut}, "icon": "ftp://x/y"}`, 'icon', /http/],
  ['a duplicate code', `{${cashIn}}`, 'code', /is there already, on line 3/],
  ['a code in lower case', `{${cashOut.replace('OPA', 'opa')}}`, 'code', /upper-case/],
  ['a code of no known suffix', `{${cashOut.replace('_API', '_XPI')}}`, 'code', /no suffix of the interface/],
  ['a type against the suffix', `{${cashOut}, "typeService": "CASHIN"}`, 'typeService', /suffix says CASHOUT/],
  ['a direction against the type', `{${cashOut}, "direction": "DEBIT"}`, 'direction', /CASHOUT is CREDIT/],
  ['a kind against the type', `{${cashOut}, "kind": "payout"}`, 'kind', /CASHOUT is collect or card/],
  ['a country against the code', `{${cashOut}, "country": "CI"}`, 'country', /the code says SN/],
  ['a country on the card service', `{${card}, "country": "SN"}`, 'country', /must be null/],
  ['a link on a pay-out', `{${cashIn.replace('OPA', 'OPB')}, "link": "deepLink"}`, 'link', /collections from a wallet/],
  ['a card service without its page', `{${card}, "link": "none"}`, 'link', /authPage belongs to card/],
  ['an order prefix on a wallet', `{${cashOut}, "orderPrefix": "X"}`, 'orderPrefix', /only card services/],
  ['a minimum above the maximum', `{${cashOut}, "minimum": 10, "maximum": 5}`, 'maximum', /below the minimum/],
  ['a maximum below the granularity', `{${cashOut}, "maximum": 40, "multipleOf": 50}`, 'multipleOf', /above the maximum/],
  ['decimals that the currency lacks', `{${cashOut}, "minimum": "5.5"}`, 'minimum', /XOF has no decimals/],
  ['a commission minimum above its maximum', `{${cashOut}, "price": {"minimum": 10, "maximum": 5}}`, 'price.maximum', /below the minimum/],
  ['ceilings out of order', `{${cashOut}, "dailyMaximum": 10, "monthlyMaximum": 5}`, 'monthlyMaximum', /below dailyMaximum/],
  ['a ceiling that no operation fits under', `{${cashOut}, "minimum": 5, "dailyMaximum": 1}`, 'dailyMaximum', /below the minimum/],
  ['a chat service without a price', `{${chat}}`, 'messagePrice', /is missing/],
  ['a message price elsewhere', `{${cashOut}, "messagePrice": 5}`, 'messagePrice', /only chat/],
  [
    'required fields that leave one out',
    `{${card}, "requiredFields": ["card"]}`,
    'requiredFields',
    /always needs customerFirstName, customerLastName/,
  ],
  ['an unknown route', `{${cashOut.replace('"W"', '"X_SN"')}}`, 'route', /there is no route "X_SN"/],
  ['a route that cannot do it', `{${cashOut.replace('"W"', '"S"')}}`, 'route', /does not do collect; it does card/],
];
for (const [fault, entry, field, message] of serviceFaults) {
  test(`service with ${fault}`, () => {
    const path = field === '' ? 'services[1]' : `services[1].${field}`;
    expectOne(catalogueOf([`{${cashIn}}`, entry]), 4, path, message);
  });
}

// Each faulty route stands on line 7, behind the wallet route.
const routeFaults: [fault: string, entry: string, field: string, message: RegExp][] = [
  [
    'an unknown connector',
    '{"name": "X", "connector": "gmsa", "config": {}}',
    'connector',
    /there is no connector "gmsa"; there are gsma, sandbox/,
  ],
  ['a duplicate name', wallet, 'name', /is there already, on line 6/],
  ['an unknown field', simulator.replace('"apiKey"', '"x": 1, "apiKey"'), 'config.x', /unknown field; sandbox has baseUrl/],
  ['a missing field', simulator.replace('"apiKey": "k", ', ''), 'config', /"apiKey" is missing/],
  ['a field of the wrong type', simulator.replace('"k"', '5'), 'config.apiKey', /must be a text/],
  ['a bad choice', wallet.replace('"W"', '"X"').replace('"opa"', '"opx"'), 'config.operatorPrefix', /one of opa, opb/],
  [
    'what the connector itself refuses',
    wallet.replace('"W"', '"X"').replace('"none"', '"apiKey"'),
    'config.apiKey',
    /is needed for auth apiKey/,
  ],
  [
    'an unknown value of the installation',
    simulator.replace('http://h/', '${NOWHERE}/'),
    'config.baseUrl',
    /unknown value \$\{NOWHERE\}; known are SIMULATOR_URL/,
  ],
  [
    'a secret of another installation',
    simulator.replace('"k"', '{"sealed": "eA=="}'),
    'config.apiKey',
    /sealed with the key of another installation/,
  ],
  [
    'a sealed value that is no secret',
    simulator.replace('"http://h/"', '{"sealed": "eA=="}'),
    'config.baseUrl',
    /only a secret can be sealed/,
  ],
];
for (const [fault, entry, field, message] of routeFaults) {
  test(`route with ${fault}`, () => {
    const text = catalogueOf([`{${cashIn}}`], [wallet, entry]);
    const problems = problemsOf(text).filter((problem) => problem.field.startsWith('routes[1]'));
    assert.deepEqual([problems[0]?.line, problems[0]?.field], [7, `routes[1].${field}`], JSON.stringify(problemsOf(text)));
    assert.match(problems[0]?.message ?? '', message);
  });
}

test('error texts: unknown id, unknown language', () => {
  const texts = (inner: string) => catalogueOf([`{${cashIn}}`], [wallet], `,\n"errorTexts": {\n${inner}\n}`);
  assert.deepEqual(problemsOf(texts('"28": {"fr": "En panne"}, "null": {"en": "Later"}')), []);
  expectOne(texts('"137": {"fr": "x"}'), 9, 'errorTexts[137]', /no such error id/);
  expectOne(texts('"26": {"de": "x"}'), 9, 'errorTexts[26].de', /unknown member/);
});

test('error texts: what callers would get empty, invisible or without its amount', () => {
  const withAmount = errorCatalogue.find(({ message }) => message.fr.includes('__amount__'))!.id;
  const faults: [id: number | null, text: string, message: RegExp][] = [
    [28, '', /must say something/],
    [28, ' \u200b ', /must say something/],
    [28, 'Solde \u202eetnasiffusni', /invisible/],
    [28, 'x'.repeat(501), /at most 500/],
    [withAmount, 'sans montant', /must keep __amount__/],
  ];
  for (const [id, text, message] of faults)
    expectOne(
      catalogueOf([`{${cashIn}}`], undefined, `,\n"errorTexts": {\n"${id}": ${JSON.stringify({ fr: text })}\n}`),
      10,
      `errorTexts[${id}].fr`,
      message,
    );
  const kept = `,\n"errorTexts": {"${withAmount}": {"fr": "Au moins __amount__ !"}, "103": {"fr": "__amount__ dépasse le plafond."}}`;
  assert.deepEqual(problemsOf(catalogueOf([`{${cashIn}}`], undefined, kept)), []);
});

test('a live installation refuses routes to the simulator', () => {
  const live = { ...testSettings, mode: 'live' as const };
  const problems = problemsOf(catalogueOf([`{${cashIn}}`]), live);
  assert.deepEqual(
    problems.map((problem) => [problem.line, problem.field]),
    [
      [6, 'routes[0].connector'],
      [7, 'routes[1].connector'],
    ],
  );
});

test('all problems of a text are listed together, by line', () => {
  const problems = problemsOf(
    catalogueOf([
      `{${cashIn}, "minimum": 0}`,
      `{${cashOut}, "x": 1, "direction": "DEBIT"}`,
      `{${card}, "country": "SN", "orderPrefix": "a"}`,
      '{}',
    ]),
  );
  const lines = problems.map((problem) => problem.line);
  assert.deepEqual([...lines].sort(), lines);
  assert.deepEqual(new Set(lines), new Set([3, 4, 5, 6]));
});
