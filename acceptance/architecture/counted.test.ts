// Keeps one place that knows whom a request comes from (platform/http/guards/address.ts), and one
// that decides by which address it is counted (counted-by.ts): what a caller can choose limits
// nobody.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isTest, readSources } from './imports.ts';

const sources = readSources().filter(
  ({ path }) => path.startsWith('gateway/src/') && path.endsWith('.ts') && !isTest(path),
);
const found = (pattern: RegExp): string[] =>
  sources.filter(({ text }) => pattern.test(text)).map(({ path }) => path);

const guards = 'gateway/src/platform/http/guards';

test('S1 the address of a caller is read in one place', () => {
  assert.deepEqual(found(/\b(?:request|req)\.ips?\b|\['ips?'\]/), [
    `${guards}/address.ts`,
    `${guards}/unlisted-proxy.ts`,
  ]);
  assert.deepEqual(
    found(/\b(?:socket|connection)\.remoteAddress|'x-forwarded-for'/),
    [
      `${guards}/own-people.ts`,
      `${guards}/unlisted-proxy.ts`,
      // Connections that we make, and those of other nodes.
      ...['dial', 'probe', 'reach'].map((name) => `gateway/src/platform/outbound/${name}.ts`),
      'gateway/src/platform/peers/socket.ts',
    ].toSorted(),
  );
});

test('S24 nobody counts by an address that its caller chose, but in the place that counts the connection besides', () => {
  assert.deepEqual(
    found(/\bcountedFrom\b/),
    [
      `${guards}/counted-by.ts`,
      `${guards}/unlisted-proxy.ts`,
      'gateway/src/platform/http/portal/caller.ts',
      'gateway/src/platform/http/portal/register.ts',
      // Keep the people behind a proxy apart, and are counted behind `countedBy` first.
      'gateway/src/backoffice/users/join.ts',
      'gateway/src/backoffice/users/passkeys.ts',
      'gateway/src/backoffice/users/sign-in.ts',
    ].toSorted(),
  );
  assert.deepEqual(
    found(/\bcountedBy\(/),
    [`${guards}/caller-limit.ts`, 'gateway/src/backoffice/users/login-attempts.ts'].toSorted(),
  );
  assert.deepEqual(found(/\bcountedAddress\(/), [
    `${guards}/unlisted-proxy.ts`,
    'gateway/src/platform/http/portal/register.ts',
  ]);
});
