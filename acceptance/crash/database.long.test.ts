// Proves that nothing acknowledged is lost and no wrong answer is given when PostgreSQL is killed
// under load (all its processes; the nodes restart it), and that one request reaching both nodes
// at once creates one transaction.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { until } from '../harness/index.ts';
import { drainAndCompare } from './books.ts';
import { directoryOfDatabase, freezeDatabase, killDatabase } from './kill.ts';
import type { Entry } from './journal.ts';
import { makeOrder } from './orders.ts';
import { chooseSeed, longLeaseMs, openHarness, roundsOf, type Harness } from './harness.ts';

const rounds = roundsOf(2, 20);
const ordersPerRound = 240;
const loadMs = 3_000;
const pairs = 200;
/** Longer than an answer may wait for its commit. */
const hangMs = 6_000;
/** At most; the hold is ended as soon as all are answered. */
const heldMaxMs = 28_000;

let harness: Harness;
before(async () => {
  // Nodes outlive the start of PostgreSQL, on a busy machine too.
  harness = await openHarness({ seed: chooseSeed('kill -9 of PostgreSQL'), lease: longLeaseMs });
});
after(() => harness?.close());

test('F02 O5 equal requests to both nodes at once make one transaction each', async () => {
  const { random, client, journal, nodes } = harness;
  const orders = Array.from({ length: pairs }, () => makeOrder(random, { lostAnswers: false }));
  const [one, other] = [nodes[0]!.baseUrl, nodes[1]!.baseUrl];
  const inFlight = 25;
  for (let at = 0; at < pairs; at += inFlight) {
    await Promise.all(
      orders.slice(at, at + inFlight).map(async (order) => {
        // Two intents of one client, so that both answers stand in its journal.
        const entries = [journal.intend(order), journal.intend(order)] as const;
        // A commit that the machine holds up is not answered.
        const send = (entry: Entry, node: string) =>
          until('an answer', () => client.send(entry, node));
        await Promise.all([send(entries[0], one), send(entries[1], other)]);
      }),
    );
  }
  for (const { externalTransactionId } of orders) {
    const { acknowledged, refused } = journal.entries.get(externalTransactionId)!;
    assert.equal(
      acknowledged.length,
      2,
      `both are told that it is stored: ${JSON.stringify(refused)}`,
    );
    assert.equal(
      acknowledged[0].data.transactionId,
      acknowledged[1].data.transactionId,
      'as the same transaction',
    );
  }
  const { stored } = await drainAndCompare(harness);
  assert.equal(stored, pairs);
});

test('F03 a commit that hangs is not answered for, and what was stored after all is carried out and told', async () => {
  const { random, client, journal, rows, nodes } = harness;
  const orders = Array.from({ length: 20 }, () => makeOrder(random, { lostAnswers: false }));
  const directory = await directoryOfDatabase(rows);
  const frozen = freezeDatabase(directory, hangMs, () =>
    assert.ok(
      entries.every(({ acknowledged }) => acknowledged.length === 0),
      'nobody is told what nobody knows',
    ),
  );
  const entries = orders.map((order) => journal.intend(order));
  await Promise.all(entries.map((entry, index) => client.send(entry, nodes[index % 2]!.baseUrl)));
  await frozen;
  // Whatever was stored of them, a client who repeats gets one transaction each.
  await client.load(orders, 0);
  await drainAndCompare(harness);
});

test('F46 an account that somebody holds: refused with nothing stored, and carried out when it is repeated', async () => {
  const { random, client, journal, rows, account, nodes } = harness;
  const orders = Array.from({ length: 20 }, () => makeOrder(random, { lostAnswers: false }));
  // One statement, so that the transaction is busy and not idle.
  const hold = `with held as materialized (select id from account where id = $1 for update)
    select pg_sleep(${heldMaxMs / 1_000}) from held`;
  const held = rows.read(hold, [account.accountId]).catch(String);
  const free = 'select id from account where id = $1 for update skip locked';
  await until('it is held', async () => (await rows.read(free, [account.accountId])).length === 0);
  const entries = orders.map((order) => journal.intend(order));
  await Promise.all(
    entries.map((entry, index) => client.send(entry, nodes[index % 2]!.baseUrl, 'answer')),
  );
  // The node that the account belongs to knows that nothing is stored; one that asked it in vain
  // does not, and may leave its caller without an answer.
  for (const { acknowledged, refused, unanswered } of entries)
    assert.deepEqual([acknowledged.length, refused.length + unanswered], [0, 1]);
  const isRefused = (): boolean => entries.some(({ refused }) => refused.length > 0);
  await until('somebody is told so', async () => {
    if (isRefused()) return true;
    await Promise.all(nodes.map(({ baseUrl }) => client.send(entries[0]!, baseUrl, 'answer')));
    return isRefused();
  });
  assert.ok(entries.every(({ acknowledged }) => acknowledged.length === 0));
  await rows.read(
    `select pg_cancel_backend(pid) from pg_stat_activity
      where query like '%as materialized%pg_sleep(${heldMaxMs / 1_000})%'
      and pid <> pg_backend_pid()`,
  );
  assert.match(String(await held), /canceling statement/, 'it was held until all were answered');
  await client.load(orders, 0);
  await drainAndCompare(harness);
});

for (let round = 1; round <= rounds; round++) {
  test(`F03 F12 F32 kill -9 of PostgreSQL under load, round ${round}`, async (t) => {
    const { random, client, journal, rows } = harness;
    const directory = await directoryOfDatabase(rows);
    const orders = Array.from({ length: ordersPerRound }, () =>
      makeOrder(random, { lostAnswers: round % 2 === 0 }),
    );
    const loading = client.load(orders, loadMs);
    await sleep(loadMs * (0.1 + 0.8 * random()));
    await killDatabase(directory);
    await loading;
    const { stored, waitedMs } = await drainAndCompare(harness);
    assert.equal(
      harness.living().length,
      harness.nodes.length,
      'no node ended for want of its database',
    );
    const entries = orders.map((order) => journal.entries.get(order.externalTransactionId)!);
    const unanswered = entries.reduce((sum, entry) => sum + entry.unanswered, 0);
    const refused = entries.reduce((sum, entry) => sum + entry.refused.length, 0);
    t.diagnostic(
      `${stored} stored in all, ${refused} refused, ${unanswered} without an answer, quiet after ${waitedMs} ms`,
    );
    assert.ok(
      entries.filter((entry) => entry.acknowledged.length > 0).length > ordersPerRound / 2,
      'most orders were taken',
    );
    for (const { refused: answers } of entries)
      for (const { code } of answers) assert.ok(code === 5000 || code === 4029, `code ${code}`);
  });
}
