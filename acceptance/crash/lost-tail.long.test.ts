// Proves that nodes refuse to work on a standby that was promoted without the last commits of its
// primary, as an asynchronous one may be, and that `jokko recover` puts it right: what was lost
// there has been paid.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { sendRequest, until } from '../harness/index.ts';
import { phoneEnd, readBook } from '../harness/provider-book.ts';
import { chooseSeed, openHarness, type Harness } from './harness.ts';
import type { Entry } from './journal.ts';
import { makeOrder } from './orders.ts';
import { recoverRestored, repeatAndProve } from './recovery.ts';
import { startReplicatedPostgres, type ReplicatedPostgres } from './replicated-postgres.ts';
import { noPostgres } from './system-postgres.ts';

const skip = noPostgres;
const lostOrders = 10;
/**
 * An attempt that was sent is looked for last: a mark or a position of the log that was lost with
 * it may say it first.
 */
const noticed =
  /sending: (attempt .* is not in the database|the mark of node .* is|the write-ahead log ends at)/;

let postgres: ReplicatedPostgres;
let harness: Harness;
before(async () => {
  if (skip !== false) return;
  postgres = await startReplicatedPostgres();
  harness = await openHarness({ seed: chooseSeed('lost tail'), databaseUrl: postgres.url });
});
after(async () => {
  if (skip !== false) return;
  await harness?.close();
  await postgres.close();
});

/** Sends new orders until each is accepted. */
async function pay(count: number): Promise<Entry[]> {
  const { client, journal, random } = harness;
  const orders = Array.from({ length: count }, () => makeOrder(random, { lostAnswers: false }));
  return Promise.all(
    orders.map(async (order) => {
      const entry = journal.intend(order);
      await until('an order is accepted', async () => {
        await client.send(entry, harness.nodes[0]!.baseUrl);
        return entry.acknowledged.length > 0;
      });
      return entry;
    }),
  );
}

/**
 * What the provider did, by the party's phone: a line for what it took, and one for what it
 * executed.
 */
async function bookByPhone(): Promise<{ phone: string; result: string }[]> {
  const book = await readBook(harness.simulatorUrl());
  return book.map(({ party, result }) => ({ phone: phoneEnd(party), result }));
}

test(
  'F52 F54 a standby promoted without the last commits: nothing is initiated on it until it was recovered',
  { skip },
  async () => {
    await pay(5);
    await postgres.waitForStandby(false);
    const standby = postgres.standby();
    await standby.sql(`alter system set primary_conninfo = ''`);
    await standby.sql('select pg_reload_conf()');
    await until('the standby receives nothing any more', async () => {
      const [count] = await postgres.primary().sql('select count(*) from pg_stat_replication');
      return count === '0';
    });
    const lost = await pay(lostOrders);
    await until('the provider knows them', async () => {
      const book = await bookByPhone();
      return lost.every(({ order }) => book.some(({ phone }) => phone === phoneEnd(order.phone)));
    });
    await postgres.primary().kill();
    await postgres.promote();
    for (const { baseUrl } of harness.nodes)
      await until(`${baseUrl} says why it is not ready`, async () => {
        const { status, text } = await sendRequest(`${baseUrl}/readyz`);
        return status === 503 && noticed.test(text);
      });
    const { random, journal, client, nodes } = harness;
    const fresh = journal.intend(makeOrder(random, { lostAnswers: false }));
    await Promise.all([...lost, fresh].map((entry) => client.send(entry, nodes[0]!.baseUrl)));
    for (const { acknowledged } of lost)
      assert.equal(acknowledged.length, 1, 'a repeat is not accepted as new');
    assert.deepEqual(fresh.acknowledged, []);
    const book = await bookByPhone();
    const executed = (entry: Entry): number =>
      book.filter(
        ({ phone, result }) => result === 'executed' && phone === phoneEnd(entry.order.phone),
      ).length;
    for (const entry of lost) assert.ok(executed(entry) <= 1, 'nothing is paid twice');
    assert.ok(!book.some(({ phone }) => phone === phoneEnd(fresh.order.phone)));

    // The database is put right, on the server that was promoted.
    const orders = lost.map(({ order }) => order);
    const forgotten = await recoverRestored(harness, orders, 2);
    assert.equal(forgotten, lostOrders);
    await repeatAndProve(harness, orders);
  },
);
