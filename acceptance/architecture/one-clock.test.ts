// What people see is dated by the database's clock, which a sandbox can move: platform/db/now.ts.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isTest, readSources } from './imports.ts';

/** Pages, commands, files that are printed, and all of the back office. */
const isShown = (path: string): boolean =>
  path.startsWith('gateway/src/backoffice/') ||
  (path.startsWith('gateway/src/') &&
    /\/(?:http|cli)-[^/]*\.ts$|-pdf\.ts$|\/platform\/doctor\//.test(path));

test('no page, command, file or message is dated by the machine’s clock', () => {
  const found = readSources()
    .filter(({ path }) => isShown(path) && !isTest(path) && !path.includes('/testing'))
    .filter(({ text }) => /\benvironment\.now\(|\bDate\.now\(|new Date\(\)/.test(text))
    .map(({ path }) => path);
  assert.deepEqual(found, [
    // A signature is checked by the receiver's machine.
    'gateway/src/backoffice/alerts/channels.ts',
    // Compared with when a connection was lost, which is kept in real time.
    'gateway/src/backoffice/overview/http-overview.ts',
    'gateway/src/platform/health/cli-health.ts',
    'gateway/src/platform/health/http-health.ts',
    // The zone is that of the file itself, as programs for files show it.
    'gateway/src/platform/print/tables-pdf.ts',
  ]);
});

test('what breakers, leases and tasks keep in real time is shown on the clock of the rest', () => {
  const shows =
    /\b(?:loadBreakers|listBreakerEvents|listNodes|listTaskRuns)\(database|loadBreakers\(session\)/;
  const found = readSources()
    .filter(({ path }) => path.startsWith('gateway/src/') && !isTest(path))
    .filter(({ path }) => /\/(?:http|cli)-[^/]*\.ts$/.test(path))
    .filter(({ text }) => shows.test(text) && !text.includes('readShownClock('))
    .map(({ path }) => path);
  assert.deepEqual(found, []);
});

test('a page of the portal knows one clock, which the gateway tells', () => {
  const found = readSources()
    .filter(({ path }) => path.startsWith('portal/src/'))
    .filter(({ text }) => /\bDate\.now\(|new Date\(\)/.test(text))
    .map(({ path }) => path);
  assert.deepEqual(found, [
    'portal/src/api/server-clock.ts',
    // A name for a test payment that nobody has used.
    'portal/src/pages/home/first-call.tsx',
  ]);
});
