// Proves that nothing acknowledged is lost, and that work resumes by itself after a restart, when
// a node is asked to stop, when everything or every node is killed at once, and when a second node
// is started on the same data directory.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { drainAndCompare } from './books.ts';
import {
  directoryOfDatabase,
  killDatabase,
  killOwnSimulator,
  processesIn,
  simulatorRuns,
} from './kill.ts';
import { sendRequest, until } from '../harness/index.ts';
import { makeOrder } from './orders.ts';
import { chooseSeed, openHarness, roundsOf, type Harness } from './harness.ts';

const stopWithinMs = 30_000;
/** A minute, on a machine that may stand still meanwhile. */
const orphansEndWithinMs = 180_000;
/** A node that is started again under its id ends its own former lease. */
const leaseMs = 30_000;
const loadMs = 2_500;
const ordersPerRound = 200;

let harness: Harness;
before(async () => {
  harness = await openHarness({
    seed: chooseSeed('stop and start'),
    ownSimulator: true,
    lease: leaseMs,
  });
});
after(() => harness?.close());

const orders = () =>
  Array.from({ length: ordersPerRound }, () => makeOrder(harness.random, { lostAnswers: false }));

for (let round = 1; round <= roundsOf(1, 20); round++) {
  test(`F64 T22 SIGTERM under load: every accepted request is answered, exit within 30 s, round ${round}`, async (t) => {
    const { client, nodes, journal, rows, account } = harness;
    const victim = Math.floor(harness.random() * nodes.length);
    const given = orders();
    const loading = client.load(given, loadMs);
    await sleep(loadMs * (0.2 + 0.6 * harness.random()));
    const stoppedAt = performance.now();
    const code = await nodes[victim]!.stop();
    const stopMs = Math.round(performance.now() - stoppedAt);
    await loading;
    assert.equal(code, 0);
    assert.ok(stopMs <= stopWithinMs, `it took ${stopMs} ms`);
    const stored = new Set(
      (
        await rows.read<{ external_id: string }>(
          'select external_id from operation where account_id = $1',
          [account.accountId],
        )
      ).map((row) => row.external_id),
    );
    const cutOff = given.filter(
      ({ externalTransactionId: id }) =>
        stored.has(id) && journal.entries.get(id)!.acknowledged.length === 0,
    );
    assert.deepEqual(cutOff, [], 'stored, and the client was not told');
    const { waitedMs } = await drainAndCompare(harness);
    t.diagnostic(`stopped within ${stopMs} ms, quiet after ${waitedMs} ms`);
    await harness.restart(victim);
  });

  test(`F12 F67 kill -9 of everything under load: a new start recovers by itself, round ${round}`, async (t) => {
    const { client, nodes, rows, installation } = harness;
    const directory = await directoryOfDatabase(rows);
    const loading = client.load(orders(), loadMs);
    await sleep(loadMs * (0.2 + 0.6 * harness.random()));
    // The nodes first: a living one would start the others again at once.
    await Promise.all(nodes.map((node) => node.kill()));
    killOwnSimulator(installation.dataDir);
    await killDatabase(directory);
    await Promise.all(nodes.map((_, place) => harness.restart(place)));
    await loading;
    const { stored, waitedMs } = await drainAndCompare(harness);
    t.diagnostic(`${stored} stored in all, quiet after ${waitedMs} ms`);
  });
}

test('F67 a second serve on the same data directory and port refuses and leaves the first alone', async () => {
  const { installation, nodes, client } = harness;
  const [first] = nodes;
  const loading = client.load(orders(), loadMs);
  await assert.rejects(
    installation.addNode({ nodeId: first!.nodeId, env: { PORT: new URL(first!.baseUrl).port } }),
    /port \d+ on 127.0.0.1 is in use/,
  );
  await loading;
  await drainAndCompare(harness);
  await until(
    'it is ready',
    async () => (await sendRequest(`${first!.baseUrl}/readyz`)).status === 200,
  );
  assert.doesNotMatch(first!.logs(), /lease of this node is gone/, 'the first still has its lease');
});

test('F67 a second serve on the same data directory and another port adopts database and simulator, and takes nothing with it', async () => {
  const { client, installation } = harness;
  const loading = client.load(orders(), loadMs);
  const third = await installation.addNode({ nodeId: 'node-3' });
  assert.equal(third.details.simulatorUrl, harness.simulatorUrl());
  await loading;
  assert.equal(await third.stop(), 0);
  await drainAndCompare(harness);
});

test('kill -9 of every node: database and simulator end within a minute, and the next start finds everything', async (t) => {
  const { client, nodes, rows, installation } = harness;
  const directory = await directoryOfDatabase(rows);
  await client.load(orders(), loadMs);
  await Promise.all(nodes.map((node) => node.kill()));
  const killedAt = performance.now();
  await until(
    'both have ended',
    () => processesIn(directory).length === 0 && !simulatorRuns(installation.dataDir),
    { timeoutMs: orphansEndWithinMs },
  );
  t.diagnostic(`after ${Math.round(performance.now() - killedAt)} ms`);
  await Promise.all(nodes.map((_, place) => harness.restart(place)));
  await drainAndCompare(harness);
});
