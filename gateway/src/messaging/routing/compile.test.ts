// Proves that a number gets the route, the price and the carrier connections that the document
// says.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { CountryEntry } from './document.ts';
import type { Route, Routing } from './routing.ts';
import { compileFor, testDocument, testRouting, testSettings } from './testing.ts';

function routeOf(routing: Routing, digits: string, ported?: string): Route {
  const result = routing.routeOf(digits, ported);
  assert.ok(result.ok, result.ok ? '' : result.refusal);
  return result.route;
}
const refusalOf = (routing: Routing, digits: string) => {
  const result = routing.routeOf(digits);
  return result.ok ? null : result.refusal;
};
const namesOf = (route: Route) => route.connections.map((connection) => connection.name);
const [senegal] = testDocument().countries as [CountryEntry];

test('a route tells all that a batch needs to know', () => {
  const { connections, ...details } = routeOf(testRouting(), '221771234567');
  assert.deepEqual(details, {
    country: 'SN',
    operator: 'OPA',
    pricePerPart: 100_000n,
    currency: 'XOF',
    timeZone: 'Africa/Dakar',
    refundStates: new Set(['REJECTED']),
    resendUnknown: false,
  });
  assert.deepEqual(connections, [
    { name: 'A', priority: 1, weight: 1, senders: { allowed: null, numericFallback: null } },
  ]);
});

test('an operator may have its own price, with decimals; a number of no listed operator has the country’s', () => {
  const routing = testRouting();
  assert.equal(routeOf(routing, '221761234567').pricePerPart, 125_000n);
  const other = routeOf(routing, '221701234567');
  assert.deepEqual([other.operator, other.pricePerPart], ['other', 100_000n]);
});

test('every refusal has its cause', () => {
  const routing = testRouting();
  assert.equal(refusalOf(routing, '33612345678'), 'unknown_country');
  assert.equal(refusalOf(routing, '22'), 'unknown_country');
  assert.equal(refusalOf(routing, '221'), 'impossible_number');
  assert.equal(refusalOf(routing, '22177123456'), 'impossible_number');
  assert.equal(refusalOf(routing, '2217712345678'), 'impossible_number');
  assert.equal(refusalOf(routing, '221741234567'), 'impossible_number');
  assert.equal(refusalOf(routing, '221331234567'), 'not_mobile');
  assert.equal(refusalOf(routing, '22133123456'), 'impossible_number');
  assert.equal(refusalOf(testRouting({ routes: [] }), '221771234567'), 'no_route');
});

test('nothing that is sent as a number makes it fail', () => {
  const routing = testRouting();
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.stringMatching(/^221[0-9]{0,20}$/)), (text) => {
      const result = routing.routeOf(text);
      assert.equal(result.ok, /^221(70|76|77|78)\d{7}$/.test(text), text);
    }),
    { numRuns: 2_000 },
  );
});

test('the longest prefix decides: an operator within another’s range, a country within another’s calling code', () => {
  const routing = testRouting({
    countries: [
      {
        ...senegal,
        mobile: [{ lengths: [9], prefixes: ['7'] }],
        operators: [...senegal.operators, { name: 'OPZ', prefixes: ['7712'] }],
      },
      {
        ...senegal,
        code: 'ZZ',
        callingCode: '22179',
        mobile: [{ lengths: [7], prefixes: ['1'] }],
        landline: [],
        operators: [],
      },
    ],
    routes: [
      { country: 'SN', links: [{ name: 'A' }] },
      { country: 'ZZ', links: [{ name: 'B' }] },
    ],
  });
  assert.equal(routeOf(routing, '221771234567').operator, 'OPZ');
  assert.equal(routeOf(routing, '221773234567').operator, 'OPA');
  assert.equal(routeOf(routing, '221791234567').country, 'ZZ');
  assert.equal(
    refusalOf(routing, '221792234567'),
    'impossible_number',
    'nothing of the outer country counts within the inner one',
  );
});

test('a ported number has the route and price of its new operator; one that its country does not have counts as other', () => {
  const routing = testRouting({
    routes: [
      { country: 'SN', links: [{ name: 'A' }] },
      { country: 'SN', operator: 'OPD', links: [{ name: 'B' }], resendUnknown: true },
    ],
  });
  assert.deepEqual(namesOf(routeOf(routing, '221771234567')), ['A']);
  const ported = routeOf(routing, '221771234567', 'OPD');
  assert.deepEqual(
    [ported.operator, ported.pricePerPart, namesOf(ported), ported.resendUnknown],
    ['OPD', 125_000n, ['B'], true],
  );
  assert.equal(routeOf(routing, '221761234567', 'GONE').operator, 'other');
  assert.equal(
    routeOf(routing, '221701234567', 'other').operator,
    'other',
    'the name a message was stored under',
  );
});

test('connections are tried by priority, and share by weight within one; a number always goes the same way', () => {
  const routing = testRouting({
    routes: [
      {
        country: 'SN',
        links: [
          { name: 'C', priority: 2 },
          { name: 'A', priority: 1, weight: 3 },
          { name: 'B', priority: 1, weight: 1 },
        ],
      },
    ],
  });
  const first = new Map<string, number>();
  const count = 40_000;
  for (let at = 0; at < count; at += 1) {
    const route = routeOf(routing, String(221_770_000_000 + at));
    assert.equal(route, routeOf(routing, String(221_770_000_000 + at)));
    const names = namesOf(route);
    assert.equal(names[2], 'C');
    first.set(names[0]!, (first.get(names[0]!) ?? 0) + 1);
  }
  const share = first.get('A')! / count;
  assert.ok(share > 0.73 && share < 0.77, `A has ${share}`);
  assert.equal(first.get('A')! + first.get('B')!, count);
});

test('a connection whose secret cannot be opened is left out; a route that has no other is none', () => {
  const stranger = { ...testSettings, secrets: { ...testSettings.secrets, open: () => null } };
  const sealed = {
    name: 'A',
    connector: 'wire',
    config: { host: 'h', port: 1, password: { sealed: testSettings.secrets.seal('x') } },
  };
  const links = [
    sealed,
    { name: 'B', connector: 'wire', config: { host: '${HOST}', port: '${PORT}' } },
  ];
  const document = {
    links,
    routes: [{ country: 'SN', links: [{ name: 'A' }, { name: 'B', priority: 2 }] }],
  };
  const usable = testRouting(document);
  assert.deepEqual(namesOf(routeOf(usable, '221771234567')), ['A', 'B']);
  assert.deepEqual(
    usable.connections.map((connection) => connection.config),
    [
      { host: 'h', port: 1, password: 'x' },
      { host: '127.0.0.1', port: 2775 },
    ],
  );
  const compiled = compileFor(document, stranger);
  assert.deepEqual(namesOf(routeOf(compiled, '221771234567')), ['B']);
  assert.deepEqual(
    [...compiled.unusableConnections.values()],
    [
      {
        name: 'A',
        connector: 'wire',
        problem: 'sealed by another installation, or a variable is not set',
      },
    ],
  );
  assert.equal(
    refusalOf(
      compileFor({ ...document, routes: [{ country: 'SN', links: [{ name: 'A' }] }] }, stranger),
      '221771234567',
    ),
    'no_route',
  );
});

test('a connection whose connector does not exist is left out, with what to do; the others go on', () => {
  const of = (name: string, connector: string) => ({
    name,
    connector,
    config: { host: 'h', port: 1 },
  });
  const routing = compileFor(
    {
      links: [of('OLD', 'telegraph'), of('B', 'wire')],
      routes: [{ country: 'SN', links: [{ name: 'OLD' }, { name: 'B', priority: 2 }] }],
    },
    testSettings,
  );
  assert.deepEqual(namesOf(routeOf(routing, '221771234567')), ['B']);
  assert.deepEqual(
    routing.connections.map(({ name }) => name),
    ['B'],
  );
  assert.deepEqual(
    [...routing.unusableConnections.values()],
    [
      {
        name: 'OLD',
        connector: 'telegraph',
        problem:
          'there is no connector "telegraph": import a routing in which OLD has one of wire, or none',
      },
    ],
  );
});

test('operators that a number may be ported to', () => {
  const routing = testRouting();
  assert.deepEqual(routing.operatorsFor('221771234567'), ['OPA', 'OPD']);
  for (const digits of ['221331234567', '33612345678', 'x', ''])
    assert.equal(routing.operatorsFor(digits), null);
});
