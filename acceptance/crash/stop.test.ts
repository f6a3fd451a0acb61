// What happens to work under way when a node is asked to stop, when everything is killed at once, and when somebody starts a second node on
// the same data directory? Nothing acknowledged is lost, and whatever was started again goes on by itself.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { settleAndCompare } from './books.ts';
import { directoryOfDatabase, killDatabase, killOwnSimulator } from './kill.ts';
import { makeOrder } from './orders.ts';
import { chooseSeed, openStage, roundsOf, type Stage } from './stage.ts';

const stopWithinMs = 30_000;
const loadMs = 2_500;
const ordersPerRound = 200;

let stage: Stage;
before(async () => {
  stage = await openStage({ seed: chooseSeed('stop and start'), ownSimulator: true });
});
after(() => stage.close());

const orders = () => Array.from({ length: ordersPerRound }, () => makeOrder(stage.random, { lostAnswers: false }));

for (let round = 1; round <= roundsOf(1, 20); round++) {
  test(`F64 T22 SIGTERM under load: every accepted request is answered, exit within 30 s, round ${round}`, async (t) => {
    const { client, nodes, journal, rows, account } = stage;
    const victim = Math.floor(stage.random() * nodes.length);
    const given = orders();
    const loading = client.load(given, loadMs);
    await sleep(loadMs * (0.2 + 0.6 * stage.random()));
    const stoppedAt = performance.now();
    const code = await nodes[victim]!.stop();
    const stopMs = Math.round(performance.now() - stoppedAt);
    await loading;
    assert.equal(code, 0);
    assert.ok(stopMs <= stopWithinMs, `it took ${stopMs} ms`);
    const stored = new Set(
      (await rows.read<{ external_id: string }>('select external_id from operation where account_id = $1', [account.accountId])).map(
        (row) => row.external_id,
      ),
    );
    const cutOff = given.filter(({ externalTransactionId: id }) => stored.has(id) && journal.entries.get(id)!.acknowledged.length === 0);
    assert.deepEqual(cutOff, [], 'stored, and the client was not told');
    const { waitedMs } = await settleAndCompare(stage);
    t.diagnostic(`stopped within ${stopMs} ms, quiet after ${waitedMs} ms`);
    await stage.restart(victim);
  });

  test(`F12 F67 kill -9 of everything under load: a new start recovers by itself, round ${round}`, async (t) => {
    const { client, nodes, rows, installation } = stage;
    const directory = await directoryOfDatabase(rows);
    const loading = client.load(orders(), loadMs);
    await sleep(loadMs * (0.2 + 0.6 * stage.random()));
    // The nodes first: a living one would start the others again at once.
    await Promise.all(nodes.map((node) => node.kill()));
    killOwnSimulator(installation.dataDir);
    await killDatabase(directory);
    await Promise.all(nodes.map((_, place) => stage.restart(place)));
    await loading;
    const { stored, waitedMs } = await settleAndCompare(stage);
    t.diagnostic(`${stored} stored in all, quiet after ${waitedMs} ms`);
  });
}

test('F67 a second serve on the same data directory and port refuses and leaves the first alone', async () => {
  const { installation, nodes, client } = stage;
  const [first] = nodes;
  const loading = client.load(orders(), loadMs);
  const startedAt = performance.now();
  await assert.rejects(
    installation.addNode({ nodeId: first!.nodeId, env: { PORT: new URL(first!.baseUrl).port } }),
    /port \d+ on 127.0.0.1 is taken/,
  );
  assert.ok(performance.now() - startedAt < stopWithinMs, 'it ends by itself');
  await loading;
  const { waitedMs } = await settleAndCompare(stage);
  assert.ok(waitedMs < stopWithinMs);
  const alive = await fetch(`${first!.baseUrl}/readyz`);
  assert.equal(alive.status, 200);
  assert.doesNotMatch(first!.logs(), /lease of this node is gone/, 'the first still has its lease');
});

test('F67 a second serve on the same data directory and another port adopts database and simulator, and takes nothing with it', async () => {
  const { client, installation } = stage;
  const loading = client.load(orders(), loadMs);
  const third = await installation.addNode({ nodeId: 'node-3' });
  assert.equal(third.facts.simulatorUrl, stage.simulatorUrl());
  await loading;
  assert.equal(await third.stop(), 0);
  await settleAndCompare(stage);
});
