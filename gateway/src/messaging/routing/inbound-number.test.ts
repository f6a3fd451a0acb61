// X12: checks that a number in national form is completed by the country of its connection, and
// that nothing else is changed.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { testDocument, testRouting, testSettings } from './testing.ts';
import { readRouting } from './validate.ts';

const [senegal] = testDocument().countries;
const ivoryCoast = {
  ...senegal!,
  code: 'CI',
  callingCode: '225',
  mobile: [{ lengths: [10], prefixes: ['01', '05', '07'] }],
  landline: [],
  operators: [],
};
const countries = [senegal!, ivoryCoast];
const [a, b, c] = testDocument().links;
const routes = [
  { country: 'SN', links: [{ name: 'A' }, { name: 'C' }] },
  { country: 'CI', links: [{ name: 'B' }, { name: 'C' }] },
];

test('X12 a connection that leads to one country completes its numbers', () => {
  const { internationalOf } = testRouting({ countries, routes });
  for (const [connection, brought, expected] of [
    ['A', '775000022', '221775000022'],
    ['A', '0775000022', '221775000022'],
    ['A', '221775000022', '221775000022'],
    ['A', '00221775000022', '221775000022'],
    ['B', '0712345678', '2250712345678'],
    // A number of another country, in whatever way it got here.
    ['A', '2250712345678', '2250712345678'],
    // Short codes, names, landlines and what is no number of a phone stay as they are.
    ['A', '38000', '38000'],
    ['A', 'Jokko', 'Jokko'],
    ['A', '331234567', '331234567'],
    ['A', '221331234567', '221331234567'],
    ['A', '7'.repeat(255), '7'.repeat(255)],
    ['A', '', ''],
    ['GONE', '775000022', '775000022'],
  ] as const)
    assert.equal(internationalOf(connection, brought), expected, `${connection} ${brought}`);
});

test('O1 an old number of Benin is the one it has become, national or whole', () => {
  const benin = {
    ...ivoryCoast,
    code: 'BJ',
    callingCode: '229',
    mobile: [{ lengths: [10], prefixes: ['01'] }],
  };
  const { internationalOf } = testRouting({
    countries: [senegal!, benin],
    routes: [routes[0]!, { country: 'BJ', links: [{ name: 'B' }] }],
  });
  for (const brought of ['97000001', '22997000001', '0022997000001', '0197000001'])
    assert.equal(internationalOf('B', brought), '2290197000001', brought);
  assert.equal(internationalOf('A', '22997000001'), '2290197000001');
});

test('X12 a connection to several countries completes what is a number in one of them alone', () => {
  const mali = { ...senegal!, code: 'ML', callingCode: '223' };
  const toMali = { country: 'ML', links: [{ name: 'B' }] };
  const read = (more: object, connection: string, brought: string) =>
    testRouting({ countries: [...countries, mali], routes, ...more }).internationalOf(
      connection,
      brought,
    );
  assert.equal(read({}, 'C', '775000022'), '221775000022');
  assert.equal(read({}, 'C', '0712345678'), '2250712345678');
  // Senegal and Mali have numbers of one form here: nobody can tell who wrote.
  const routesToBoth = [...routes, { ...toMali, links: [{ name: 'C' }] }];
  assert.equal(read({ routes: routesToBoth }, 'C', '775000022'), null);
  assert.equal(read({ routes: routesToBoth }, 'C', '0712345678'), '2250712345678');
  assert.equal(read({ routes: routesToBoth }, 'C', '38000'), '38000');
  // A connection that only receives may bring numbers of any country.
  assert.equal(read({ routes: [routes[0]!] }, 'B', '0712345678'), '2250712345678');
  assert.equal(read({ routes: [routes[0]!] }, 'B', '775000022'), null);
  const links = [a!, b!, { ...c!, country: 'CI' }];
  assert.equal(read({ links }, 'C', '0712345678'), '2250712345678');
  assert.equal(read({ links }, 'C', '775000022'), '775000022');
});

test('X12 the country of a connection is one of the document', () => {
  const document = testDocument({ links: [{ ...a!, country: 'FR' }] });
  const read = readRouting(JSON.stringify(document), testSettings);
  assert.ok(!read.ok);
  assert.deepEqual(
    read.problems.map(({ field }) => field),
    ['links[0].country'],
  );
});
