// Refuses a route that nobody has listed: those of the interfaces and of the portal come from their
// tables, which lists of their own hold (openapi, contract/test/portal-policies.txt), and every
// other file that registers one stands here with what it answers, to whom, and what bounds an
// address that asks for ever.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isTest, readSources } from './imports.ts';

const registers =
  /\b(?:app|scope|server|instance|fastify)\s*(?:\.(?:get|post|put|patch|delete|head|options|all|route)|\[\w+\])(?:<[^(]*>)?\(/g;

/**
 * `address`: what there is none of is counted by address. `memory`: nothing is asked for it, and a
 * refusal would cost as much. `secret`: that of the address is compared in memory before anything
 * is done, and whoever has it is never refused. `key`: the steps of an endpoint.
 */
type Bound = 'address' | 'memory' | 'secret' | 'key';

/** How often a file registers one, and what it answers. */
const listed: {
  readonly [path: string]: readonly [count: number, what: string, bound: Bound];
} = {
  'gateway/src/messaging/delivery/http-notices.ts': [
    1,
    'carriers, by a secret in the address',
    'secret',
  ],
  'gateway/src/payments/checkouts/http-pay-page.ts': [
    2,
    'payers, by the token of a checkout',
    'address',
  ],
  'gateway/src/payments/operations/http-notices.ts': [
    1,
    'providers, by a secret in the address',
    'secret',
  ],
  'gateway/src/payments/payment-links/http-link-page.ts': [
    2,
    'payers, by the token of a link',
    'address',
  ],
  'gateway/src/payments/payment-pages/http-deep.ts': [
    7,
    'payers, by their token; anybody: styles and scripts',
    'address',
  ],
  'gateway/src/platform/http/endpoint.ts': [
    2,
    'endpoints of the tables, and their other methods',
    'key',
  ],
  'gateway/src/platform/http/http-ops.ts': [
    4,
    'health, and metrics to whom they are for',
    'memory',
  ],
  'gateway/src/platform/http/pages/http-docs.ts': [
    4,
    'anybody: the documentation, whose search is counted',
    'memory',
  ],
  'gateway/src/platform/http/pages/http-icons.ts': [1, 'anybody: icons of services', 'memory'],
  'gateway/src/platform/http/pages/http-openapi.ts': [
    1,
    'anybody: the description of the interface',
    'memory',
  ],
  'gateway/src/platform/http/pages/http-sdk.ts': [1, 'anybody: the packages of the SDKs', 'memory'],
  'gateway/src/platform/http/pages/http-well-known.ts': [
    1,
    'anybody: files for browsers',
    'memory',
  ],
  'gateway/src/platform/http/portal/files.ts': [1, 'anybody: the files of the portal', 'memory'],
};

const sources = readSources().filter(
  ({ path }) => /^gateway\/src\/.*\.ts$/.test(path) && !isTest(path),
);

test('every route is in a table or in this list', () => {
  const found = sources
    .map(({ path, text }) => [path, [...text.matchAll(registers)].length] as const)
    .filter(([, count]) => count > 0);
  assert.deepEqual(
    Object.fromEntries(found),
    Object.fromEntries(Object.entries(listed).map(([path, [count]]) => [path, count])),
  );
});

test('the routes of which this list says so are counted by address, in the one place for payers', () => {
  const counting = sources
    .filter(({ text }) => /\bregisterPayersPages\(app, '/.test(text))
    .map(({ path }) => path);
  const said = Object.entries(listed)
    .filter(([, [, , bound]]) => bound === 'address')
    .map(([path]) => path);
  assert.deepEqual(counting.toSorted(), said.toSorted());
});
