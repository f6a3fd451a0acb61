// Refuses a route that nobody has listed: those of the interfaces and of the portal come from their
// tables, which lists of their own hold (openapi, contract/test/portal-policies.txt), and every other
// file that registers one stands here with what it answers, and to whom.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isTest, readSources } from './imports.ts';

const registers =
  /\b(?:app|scope|server|instance|fastify)\s*(?:\.(?:get|post|put|patch|delete|head|options|all|route)|\[\w+\])(?:<[^(]*>)?\(/g;

/** How often a file registers one, and what it answers. */
const listed: { readonly [path: string]: readonly [count: number, what: string] } = {
  'gateway/src/messaging/delivery/http-notices.ts': [1, 'carriers, by a secret in the address'],
  'gateway/src/payments/checkouts/http-pay-page.ts': [2, 'payers, by the token of a checkout'],
  'gateway/src/payments/operations/http-notices.ts': [1, 'providers, by a secret in the address'],
  'gateway/src/payments/payment-links/http-link-page.ts': [2, 'payers, by the token of a link'],
  'gateway/src/payments/payment-pages/http-deep.ts': [
    7,
    'payers, by their token; anybody: styles and scripts',
  ],
  'gateway/src/platform/http/endpoint.ts': [2, 'endpoints of the tables, and their other methods'],
  'gateway/src/platform/http/http-ops.ts': [4, 'health, and metrics to whom they are for'],
  'gateway/src/platform/http/pages/http-docs.ts': [4, 'anybody: the documentation'],
  'gateway/src/platform/http/pages/http-icons.ts': [1, 'anybody: icons of services'],
  'gateway/src/platform/http/pages/http-openapi.ts': [
    1,
    'anybody: the description of the interface',
  ],
  'gateway/src/platform/http/pages/http-sdk.ts': [1, 'anybody: the packages of the SDKs'],
  'gateway/src/platform/http/pages/http-well-known.ts': [1, 'anybody: files for browsers'],
  'gateway/src/platform/http/portal/files.ts': [1, 'anybody: the files of the portal'],
};

test('every route is in a table or in this list', () => {
  const found = readSources()
    .filter(({ path }) => /^gateway\/src\/.*\.ts$/.test(path) && !isTest(path))
    .map(({ path, text }) => [path, [...text.matchAll(registers)].length] as const)
    .filter(([, count]) => count > 0);
  assert.deepEqual(
    Object.fromEntries(found),
    Object.fromEntries(Object.entries(listed).map(([path, [count]]) => [path, count])),
  );
});
