// One place decides when an answer is given up: platform/system/deadline.ts, where time in which
// this process was silent does not count.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isTest, readSources } from './imports.ts';

const sources = readSources().filter(
  ({ path }) => /^(gateway\/src|connectors)\//.test(path) && !isTest(path),
);
const pathsWith = (pattern: RegExp, among = sources): string[] =>
  among.filter(({ text }) => pattern.test(text)).map(({ path }) => path);

test('no time-out of the database driver is used, which would count the silence of this process', () => {
  assert.deepEqual(pathsWith(/connectionTimeoutMillis|query_timeout|readTimeout/), []);
});

test('the database is given up by deadlines alone', () => {
  const database = sources.filter(({ path }) => path.startsWith('gateway/src/platform/db/'));
  assert.deepEqual(pathsWith(/\bstartTimer\b|AbortSignal\.timeout/, database), [
    // Ends a connection that we are done with.
    'gateway/src/platform/db/connection.ts',
    // Ends one that nobody has used for long.
    'gateway/src/platform/db/idle-connections.ts',
  ]);
  assert.deepEqual(pathsWith(/new NoAnswer\(/), [
    'gateway/src/platform/db/pool.ts',
    'gateway/src/platform/db/within.ts',
  ]);
});

test('what is silence is decided in one place', () => {
  assert.deepEqual(pathsWith(/\bsilenceMs\b/), [
    'connectors/kit/index.ts',
    'connectors/kit/own-silence.ts',
    'connectors/smpp/session/clock.ts',
    'gateway/src/platform/system/deadline.ts',
  ]);
});

test('a wait for an answer from outside is given up by a deadline; what else has a time-out is listed with its reason', () => {
  const gateway = sources.filter(({ path }) => path.startsWith('gateway/src/'));
  assert.deepEqual(pathsWith(/AbortSignal\.timeout|\.setTimeout\(/, gateway), [
    // A command, which ends.
    'gateway/src/node/commands/cli-clock.ts',
    // Asks again until the simulator's own deadline is over.
    'gateway/src/node/simulator/process.ts',
    // A node that lost a connection makes it anew at once.
    'gateway/src/platform/peers/socket.ts',
  ]);
  assert.deepEqual(pathsWith(/\bstartTimer\b/, gateway), timers);
});

/**
 * Pauses and rounds, and the end of what nobody uses or waits for any more: none of them gives up
 * an answer from outside.
 */
const timers = [
  'gateway/src/backoffice/realtime/index.ts',
  'gateway/src/backoffice/realtime/metrics.ts',
  'gateway/src/node/background/loop.ts',
  'gateway/src/node/cells/served-cells.ts',
  'gateway/src/node/commands/cli-serve-node.ts',
  'gateway/src/payments/callbacks/destination-queues.ts',
  'gateway/src/payments/operations/attempts/card-vault.ts',
  'gateway/src/payments/operations/attempts/provider-queue.ts',
  'gateway/src/payments/operations/queries/feed-watch.ts',
  'gateway/src/platform/db/connection.ts',
  'gateway/src/platform/db/idle-connections.ts',
  'gateway/src/platform/environment.ts',
  // A server that closes refuses what has not come whole, of which nothing was done, and cuts off
  // whoever was refused.
  'gateway/src/platform/http/connections.ts',
  // How long a thread stays without a file; how long it reads is given up by a deadline.
  'gateway/src/platform/limited-thread/limited-thread.ts',
  // How long lines are gathered.
  'gateway/src/platform/log.ts',
  'gateway/src/platform/outbound/tls-agents.ts',
  'gateway/src/platform/system/after-death.ts',
  'gateway/src/platform/system/deadline.ts',
  // The patience of whoever stops the node.
  'gateway/src/platform/system/done-within.ts',
];
