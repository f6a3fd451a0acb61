// Proves that a new version starts beside the present one, on the same database and under load, and
// that the present one then stops, without an error for any caller.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { drainAndCompare } from './books.ts';
import { chooseSeed, longLeaseMs, openHarness, type Harness } from './harness.ts';
import { makeNextVersion, nextMigrations, type NextVersion } from './next-version.ts';
import type { Entry } from './journal.ts';
import { makeOrder } from './orders.ts';

const orders = 200;
const loadMs = 15_000;
/** The load is under way before the schema changes, and after. */
const beforeMs = 1_500;
const betweenMs = 2_000;

let harness: Harness;
let next: NextVersion;
before(async () => {
  harness = await openHarness({ seed: chooseSeed('rolling upgrade'), lease: longLeaseMs });
  next = makeNextVersion();
});
after(async () => {
  await harness?.close();
  next.remove();
});

test('F61 T21 a version that changes the schema starts under load, and the one before it stops: no caller sees an error', async (t) => {
  const { random, client, nodes, installation, journal } = harness;
  const present = [...nodes];
  const loading = client.load(
    Array.from({ length: orders }, () => makeOrder(random, { lostAnswers: false })),
    loadMs,
  );
  await sleep(beforeMs);
  const successor = await installation.addNode({ nodeId: 'next-1', program: next.program });
  nodes.push(successor);
  await sleep(betweenMs);
  // A load balancer stops sending to a node before the node is stopped.
  nodes.splice(0, present.length);
  const codes = await Promise.all(present.map((node) => node.stop()));
  assert.deepEqual(
    codes,
    present.map(() => 0),
    'they stop in order',
  );
  await loading;
  const entries = [...journal.entries.values()];
  const sum = (count: (entry: Entry) => number): number =>
    entries.reduce((total, entry) => total + count(entry), 0);
  const [refused, busy] = [sum((entry) => entry.refused.length), sum((entry) => entry.busy)];
  const unanswered = sum((entry) => entry.unanswered);
  t.diagnostic(
    `${entries.length} orders, ${refused} refused, ${busy} of them by a busy node, ${unanswered} unanswered`,
  );
  const logs = installation.logs();
  assert.equal(refused, busy, logs);
  assert.equal(unanswered, 0, logs);
  assert.doesNotMatch(logs, /cached plan must not change result type/);
  assert.deepEqual(failures(logs), [], 'nothing failed, but for want of time');
});

/** Why requests failed; not those to which a busy machine's database gave no answer in time. */
function failures(logs: string): string[] {
  return logs
    .split('\n')
    .filter((line) => line.includes('"request failed"'))
    .map((line) => (JSON.parse(line) as { reason: string }).reason)
    .filter((reason) => !/^(NoAnswer|AccountBusy):/.test(reason));
}

test('F61 the version before does not start on a newer schema', async () => {
  await assert.rejects(
    harness.installation.addNode({ nodeId: 'late-1' }),
    /newer schema than this version of Jokko knows/,
  );
  // The commands that compare the books are of this version.
  const names = Object.keys(nextMigrations);
  await harness.rows.read('delete from migration where name = any($1::text[])', [names]);
  const { stored } = await drainAndCompare(harness);
  const taken = [...harness.journal.entries.values()].filter(
    ({ acknowledged }) => acknowledged.length > 0,
  );
  assert.equal(stored, taken.length);
  assert.ok(stored > orders / 2, 'most were taken');
});
