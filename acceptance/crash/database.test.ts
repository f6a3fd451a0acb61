// Is anything acknowledged lost when PostgreSQL dies under load, and does anybody get a wrong answer meanwhile? All its processes are killed;
// the nodes start it again. And: does one request that reaches both nodes at once make one transaction?

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { until } from '../harness/index.ts';
import { settleAndCompare } from './books.ts';
import { directoryOfDatabase, killDatabase } from './kill.ts';
import { makeOrder } from './orders.ts';
import { chooseSeed, openStage, roundsOf, type Stage } from './stage.ts';

const rounds = roundsOf(2, 20);
const ordersPerRound = 240;
const loadMs = 3_000;
const pairs = 200;
/** Longer than an answer may wait for its commit. */
const hangMs = 6_000;

let stage: Stage;
before(async () => {
  stage = await openStage({ seed: chooseSeed('kill -9 of PostgreSQL') });
});
after(() => stage.close());

test('F02 O5 equal requests to both nodes at once make one transaction each', async () => {
  const { random, client, journal, nodes } = stage;
  const orders = Array.from({ length: pairs }, () => makeOrder(random, { lostAnswers: false }));
  const [one, other] = [nodes[0]!.baseUrl, nodes[1]!.baseUrl];
  const inFlight = 25;
  for (let at = 0; at < pairs; at += inFlight) {
    await Promise.all(
      orders.slice(at, at + inFlight).map(async (order) => {
        // Two intents of one client, so that both answers stand in its journal.
        const entries = [journal.intend(order), journal.intend(order)] as const;
        assert.deepEqual(await Promise.all([client.send(entries[0], one), client.send(entries[1], other)]), [true, true]);
      }),
    );
  }
  for (const { externalTransactionId } of orders) {
    const { acknowledged, refused } = journal.entries.get(externalTransactionId)!;
    assert.equal(acknowledged.length, 2, `both are told that it is stored: ${JSON.stringify(refused)}`);
    assert.equal(acknowledged[0].data.transactionId, acknowledged[1].data.transactionId, 'as the same transaction');
  }
  const { stored } = await settleAndCompare(stage);
  assert.equal(stored, pairs);
});

test('F03 a commit that hangs: no answer after 4 s, and what was stored after all is carried out and told', async () => {
  const { random, client, journal, rows, account, nodes } = stage;
  const orders = Array.from({ length: 20 }, () => makeOrder(random, { lostAnswers: false }));
  // Whoever holds the account's row holds up every commit below that account.
  const hold = `with held as materialized (select id from account where id = $1 for update) select pg_sleep(${hangMs / 1_000}) from held`;
  const held = rows.read(hold, [account.accountId]);
  await sleep(200);
  const answered = await Promise.all(orders.map((order, index) => client.send(journal.intend(order), nodes[index % 2]!.baseUrl)));
  await held;
  assert.ok(!answered.includes(true), 'nobody is told what nobody knows');
  const ids = orders.map((order) => order.externalTransactionId);
  const stored = () => rows.read('select from operation where external_id = any($1::text[])', [ids]);
  await until('the commits that hung are done', async () => (await stored()).length === orders.length);
  await settleAndCompare(stage);
});

for (let round = 1; round <= rounds; round++) {
  test(`F03 F12 F32 kill -9 of PostgreSQL under load, round ${round}`, async (t) => {
    const { random, client, journal, rows } = stage;
    const directory = await directoryOfDatabase(rows);
    const orders = Array.from({ length: ordersPerRound }, () => makeOrder(random, { lostAnswers: round % 2 === 0 }));
    const loading = client.load(orders, loadMs);
    await sleep(loadMs * (0.1 + 0.8 * random()));
    await killDatabase(directory);
    await loading;
    const { stored, waitedMs } = await settleAndCompare(stage);
    assert.equal(stage.living().length, stage.nodes.length, 'no node ended for want of its database');
    const entries = orders.map((order) => journal.entries.get(order.externalTransactionId)!);
    const unanswered = entries.reduce((sum, entry) => sum + entry.unanswered, 0);
    const refused = entries.reduce((sum, entry) => sum + entry.refused.length, 0);
    t.diagnostic(`${stored} stored in all, ${refused} refused, ${unanswered} without an answer, quiet after ${waitedMs} ms`);
    assert.ok(entries.filter((entry) => entry.acknowledged.length > 0).length > ordersPerRound / 2, 'most orders were taken');
    for (const { refused: answers } of entries) for (const { code } of answers) assert.ok(code === 5000 || code === 4029, `code ${code}`);
  });
}
