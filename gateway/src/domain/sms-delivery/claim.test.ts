// Does a claim cost the same whatever is queued? In the plan that a connection keeps, made while the tables were empty.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startTestPostgres, type TestDatabase, type TestPostgres } from '../../doctor/testing/postgres.ts';
import { claimMessages, claimMessagesMax, claimStatement } from './claim.ts';
import { accept, layTables } from './testing/world.ts';

let postgres: TestPostgres;
let db: TestDatabase;

before(async () => {
  postgres = await startTestPostgres();
  db = await postgres.database();
  await layTables(db);
  for (let id = 1; id <= 10; id++) await accept(db, { id, recipients: 2_000 });
  await accept(db, { id: 11, account: 2, recipients: 3, parts: 3, content: 'x'.repeat(400) });
});
after(async () => {
  await db.close();
  await postgres.close();
});

test('every row is found by an index, and none is read that is not claimed', async () => {
  const connection = await db.database.connect();
  await connection.query({ name: 'prepare', text: `prepare claiming as ${claimStatement.text}` });
  await connection.query({ name: 'begin', text: 'begin' });
  const rows = await connection.query<{ 'QUERY PLAN': string }>({
    name: 'explain',
    text: `explain (analyze, timing off, costs off, buffers off) execute claiming ('A', 0, 50, 7)`,
  });
  await connection.query({ name: 'rollback', text: 'rollback' });
  await connection.close();
  const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
  assert.doesNotMatch(plan, /Seq Scan on (?!node)/);
  const scans = plan.split('\n').filter((line) => /Scan.* on sms_(message|batch)/.test(line));
  assert.ok(scans.length >= 5, plan);
  for (const line of scans) {
    const [, read] = /rows=(\d+)/.exec(line)!;
    assert.ok(Number(read) <= 60, `${line}\n${plan}`);
    assert.match(line, /sms_message_due|sms_message_pkey|sms_batch_pkey/);
  }
});

test('a claim takes turns over the accounts and no more parts than asked for, but one message at least', async () => {
  const first = await claimMessages(db.database, { node: 7, link: 'A', afterAccount: 0, partsMax: 2 });
  assert.deepEqual(
    first.messages.map(({ accountId }) => accountId),
    [1],
    'the three parts of the other account do not fit beside it',
  );
  assert.equal(first.nextAccount, 1, 'so that it is first the next time');
  const second = await claimMessages(db.database, { node: 7, link: 'A', afterAccount: 1, partsMax: 1 });
  assert.deepEqual(
    second.messages.map(({ accountId }) => accountId),
    [2],
  );
  const third = await claimMessages(db.database, { node: 7, link: 'A', afterAccount: 0, partsMax: 40 });
  assert.deepEqual(
    [1, 2].map((account) => third.messages.filter(({ accountId }) => accountId === account).length),
    [20, 2],
  );
  const most = await claimMessages(db.database, { node: 7, link: 'A', afterAccount: 0, partsMax: 100_000 });
  assert.equal(most.messages.length, claimMessagesMax);
});

test('a node whose lease is over claims nothing', async () => {
  await db.sql(`update node set lease_until = now() - interval '1 second'`);
  const claim = await claimMessages(db.database, { node: 7, link: 'A', afterAccount: 0, partsMax: 10 });
  assert.deepEqual(claim.messages, []);
});
