// What people are shown is dated by the database's clock, which a sandbox can move: platform/db/now.ts.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isTest, readSources } from './imports.ts';

test('no page, file or message of the back office is dated by the machine’s clock', () => {
  const found = readSources()
    .filter(({ path }) => path.startsWith('gateway/src/backoffice/') && !isTest(path))
    .filter(({ path }) => !path.includes('/testing'))
    .filter(({ text }) => /\benvironment\.now\(|\bDate\.now\(|new Date\(\)/.test(text))
    .map(({ path }) => path);
  assert.deepEqual(found, [
    // A signature is checked by the receiver's machine.
    'gateway/src/backoffice/alerts/channels.ts',
    // Compared with when a connection was lost, which the machine noted.
    'gateway/src/backoffice/overview/http-overview.ts',
  ]);
});
