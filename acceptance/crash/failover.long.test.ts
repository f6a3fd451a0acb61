// Proves that nothing acknowledged is lost and nothing is paid twice when the primary PostgreSQL is
// killed under load and its synchronous standby promoted; that a commit which the standby does not
// have is not answered; and that a former primary which comes back is not used.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { sendRequest, until } from '../harness/index.ts';
import { drainAndCompare } from './books.ts';
import { chooseSeed, openHarness, roundsOf, type Harness } from './harness.ts';
import { makeOrder, type Order } from './orders.ts';
import { startReplicatedPostgres, type ReplicatedPostgres } from './replicated-postgres.ts';
import { noPostgres } from './system-postgres.ts';

const skip = noPostgres;
const rounds = roundsOf(2, 10);
const ordersPerRound = 200;
const loadMs = 6_000;
/** Until a payment is accepted again. */
const backWithinMs = 15_000;
/** Until somebody, Patroni for example, notices that the primary is dead. */
const noticedWithinMs = 2_000;

let postgres: ReplicatedPostgres;
let harness: Harness;
before(async () => {
  if (skip !== false) return;
  postgres = await startReplicatedPostgres();
  harness = await openHarness({ seed: chooseSeed('failover'), databaseUrl: postgres.url });
});
after(async () => {
  if (skip !== false) return;
  await harness?.close();
  await postgres.close();
});

const newOrders = (count: number): Order[] =>
  Array.from({ length: count }, () => makeOrder(harness.random, { lostAnswers: false }));

/** Resolves once a node has accepted a payment. */
function untilAccepting(baseUrl: string): Promise<unknown> {
  const { client, journal } = harness;
  const [order] = newOrders(1);
  return until(
    `a payment is accepted at ${baseUrl}`,
    async () => {
      const entry = journal.intend(order!);
      await client.send(entry, baseUrl, 'answer');
      return entry.acknowledged.length > 0;
    },
    { timeoutMs: 60_000, everyMs: 50 },
  );
}

const isReady = async (baseUrl: string): Promise<boolean> =>
  (await sendRequest(`${baseUrl}/readyz`, { timeoutMs: 5_000 })).status === 200;

for (let round = 1; round <= rounds; round++)
  test(
    `F52 T07 the primary is killed under load and its synchronous standby promoted, round ${round}`,
    { skip },
    async (t) => {
      const { random, client, nodes } = harness;
      const loading = client.load(newOrders(ordersPerRound), loadMs);
      await sleep(loadMs * (0.1 + 0.5 * random()));
      await postgres.primary().kill();
      await sleep(noticedWithinMs * random());
      await postgres.promote();
      const promotedAt = performance.now();
      await Promise.all(nodes.map(({ baseUrl }) => untilAccepting(baseUrl)));
      const backMs = Math.round(performance.now() - promotedAt);
      await loading;
      const { stored, waitedMs } = await drainAndCompare(harness);
      t.diagnostic(
        `every node accepts ${backMs} ms after the promotion; ${stored} stored in all, quiet after ${waitedMs} ms`,
      );
      assert.ok(backMs < backWithinMs, `back after ${backMs} ms`);
      await postgres.repair();
    },
  );

test(
  'F55 a former primary that was not stopped is not used, though it takes writes',
  { skip },
  async () => {
    await postgres.primary().kill();
    await postgres.promote();
    const former = postgres.standby();
    await former.start();
    // Alone it would take writes at once.
    const settings = `alter system set synchronous_standby_names = ''`;
    await former.sql(settings);
    await former.sql('select pg_reload_conf()');
    await Promise.all(harness.nodes.map(({ baseUrl }) => untilAccepting(baseUrl)));
    const endAll = `select pg_terminate_backend(pid) from pg_stat_activity
      where application_name like 'jokko%'`;
    await postgres.primary().sql(endAll);
    await Promise.all(harness.nodes.map(({ baseUrl }) => untilAccepting(baseUrl)));
    const atFormer = `select application_name from pg_stat_activity
      where application_name like 'jokko%' and application_name <> 'jokko search'`;
    assert.deepEqual(await former.sql(atFormer), []);
    await drainAndCompare(harness);
    await postgres.repair();
  },
);

test(
  'F52 while the standby does not answer, a commit that was canceled is not answered, and nothing of it is sent',
  { skip },
  async () => {
    const { client, journal, nodes, rows } = harness;
    const [order] = newOrders(1);
    await postgres.standby().kill();
    const entry = journal.intend(order!);
    const sent = client.send(entry, nodes[0]!.baseUrl);
    const cancel = `select pg_cancel_backend(pid) from pg_stat_activity
      where wait_event = 'SyncRep'`;
    const stored = `select from operation where external_id = $1`;
    await until('it is stored at the primary alone', async () => {
      await postgres.primary().sql(cancel);
      return (await rows.read(stored, [order!.externalTransactionId])).length === 1;
    });
    assert.equal(await sent, false, 'no answer');
    // What is asked again meanwhile is not confirmed either. A node that can look up nothing at all
    // says 5000: this request stored nothing.
    await client.send(journal.intend(order!), nodes[1]!.baseUrl, 'answer');
    assert.deepEqual(entry.acknowledged, []);
    assert.ok(
      entry.refused.every(({ code }) => code === 5000),
      JSON.stringify(entry.refused),
    );
    await until('no node is ready', async () => {
      const ready = await Promise.all(nodes.map(({ baseUrl }) => isReady(baseUrl)));
      return !ready.includes(true);
    });
    await postgres.repair();
    await Promise.all(nodes.map(({ baseUrl }) => untilAccepting(baseUrl)));
    await client.send(entry, nodes[1]!.baseUrl);
    assert.equal(entry.acknowledged.length, 1, 'now it is on the standby too');
    await drainAndCompare(harness);
  },
);
