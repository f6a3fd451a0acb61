// Proves that the cost of a lease does not depend on the length of the queue, in the plan that a
// connection keeps, made while the tables were empty.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { useDatabase } from '../../node/doctor/testing/use-postgres.ts';
import { leaseMessages, leaseMessagesMax, leaseStatement } from './lease.ts';
import { accept, layTables } from './testing/fixture.ts';

const mark = { nodeId: 'node 7', mark: 0 };
const db = useDatabase(async () => {
  await layTables(db);
  for (let id = 1; id <= 10; id++) await accept(db, { id, recipients: 2_000 });

  await accept(db, { id: 11, account: 2, recipients: 3, parts: 3, content: 'x'.repeat(400) });
});

test('every row is found by an index, and none is read that is not claimed', async () => {
  const connection = await db.database.connect();
  await connection.query({ name: 'prepare', text: `prepare claiming as ${leaseStatement.text}` });
  await connection.query({ name: 'begin', text: 'begin' });
  const rows = await connection.query<{ 'QUERY PLAN': string }>({
    name: 'explain',
    text: `explain (analyze, timing off, costs off, buffers off) execute claiming ('A', 0, 50, 7, 'node 7', 0)`,
  });
  await connection.query({ name: 'rollback', text: 'rollback' });
  await connection.close();
  const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
  assert.doesNotMatch(plan, /Seq Scan on (?!node|installation)/);
  const scans = plan.split('\n').filter((line) => /Scan.* on sms_(message|batch)/.test(line));
  assert.ok(scans.length >= 5, plan);
  for (const line of scans) {
    // Deferred messages are not read where fresh ones suffice.
    const [, read = 0] = /rows=(\d+)|never executed/.exec(line)!;
    assert.ok(Number(read) <= 60, `${line}\n${plan}`);
    assert.match(line, /sms_message_due|sms_message_pkey|sms_batch_pkey/);
  }
});

test('a claim takes turns over the accounts and no more parts than asked for, but one message at least', async () => {
  const first = await leaseMessages(db.database, {
    node: 7,
    connection: 'A',
    afterAccount: 0,
    partsMax: 2,
    mark,
  });
  assert.deepEqual(
    first.messages.map(({ accountId }) => accountId),
    [1],
    'the three parts of the other account do not fit beside it',
  );
  assert.equal(first.nextAccount, 1, 'so that it is first the next time');
  const second = await leaseMessages(db.database, {
    node: 7,
    connection: 'A',
    afterAccount: 1,
    partsMax: 1,
    mark,
  });
  assert.deepEqual(
    second.messages.map(({ accountId }) => accountId),
    [2],
  );
  const third = await leaseMessages(db.database, {
    node: 7,
    connection: 'A',
    afterAccount: 0,
    partsMax: 40,
    mark,
  });
  assert.deepEqual(
    [1, 2].map((account) => third.messages.filter(({ accountId }) => accountId === account).length),
    [20, 2],
  );
  const most = await leaseMessages(db.database, {
    node: 7,
    connection: 'A',
    afterAccount: 0,
    partsMax: 100_000,
    mark,
  });
  assert.equal(most.messages.length, leaseMessagesMax);
});

test('fresh messages go before those that the operator stumbled over, whatever became due first', async () => {
  await accept(db, { id: 20, connection: 'C', recipients: 30, dueSec: -60 });
  await db.sql(`update sms_message set deferred = true where batch_id = 20`);
  await accept(db, { id: 21, connection: 'C', recipients: 2 });
  await accept(db, { id: 22, connection: 'C', recipients: 1, account: 2 });
  const { messages } = await leaseMessages(db.database, {
    node: 7,
    connection: 'C',
    afterAccount: 0,
    partsMax: 10,
    mark,
  });
  assert.deepEqual(
    messages.slice(0, 3).map(({ batchId }) => Number(batchId)),
    [21, 22, 21],
  );
  assert.deepEqual([...new Set(messages.slice(3).map(({ batchId }) => batchId))], [20n]);
});

test('a node whose lease is over claims nothing', async () => {
  await db.sql(`update node set lease_until = now() - interval '1 second'`);
  const lease = await leaseMessages(db.database, {
    node: 7,
    connection: 'A',
    afterAccount: 0,
    partsMax: 10,
    mark,
  });
  assert.deepEqual(lease.messages, []);
});
