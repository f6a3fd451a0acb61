// F46, F49, F50: what the database itself refuses, whoever asks: a change of an entry, a balance
// below zero, an amount that is none.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startTestPostgres } from '../../node/doctor/testing/postgres.ts';
import type { TestDatabase, TestPostgres } from '../../node/doctor/testing/postgres.ts';
import { fundAccount } from './index.ts';

let postgres: TestPostgres;
let db: TestDatabase;
before(async () => {
  postgres = await startTestPostgres();
  db = await postgres.database();
  await db.sql(`insert into account (name, webhook_secret_sealed) values ('a', '')`);
  await fundAccount(db.database, { accountId: 1, currency: 'XOF', amountMinor: 1n, note: '' });
});
after(async () => {
  await db.close();
  await postgres.close();
});

const refused = (sql: string, why: RegExp) => assert.rejects(db.sql(sql), why, sql);

test('F50 an entry is never changed, taken back or wiped out', async () => {
  for (const table of ['transfer', 'operation_transition', 'audit_entry'])
    for (const sql of [
      `delete from ${table}`,
      `truncate ${table}`,
      `update ${table} set ${table === 'transfer' ? 'amount = amount' : table === 'audit_entry' ? 'body = body' : 'reason = reason'}`,
    ])
      await refused(sql, /append-only/);
});

test('F46 F49 no balance below zero, no entry of nothing, of less, or from an account to itself', async () => {
  await refused('update balance set available = -1', /balance.*check/);
  await refused('update balance set held = -1', /balance.*check/);
  const entry = (amount: string, credit = 'available') =>
    `insert into transfer (account_id, id, verb, debit, credit, amount, currency, available_after)
     values (1, 900000, 'fund', 'funding', '${credit}', ${amount}, 'XOF', 0)`;
  for (const amount of ['0', '-1']) await refused(entry(amount), /transfer_amount_check/);
  await refused(entry('9223372036854775808'), /out of range/);
  await refused(entry('1', 'funding'), /transfer_check/);
});

test('F49 each currency is a balance of its own: funds of one do not cover the other', async () => {
  await fundAccount(db.database, { accountId: 1, currency: 'XAF', amountMinor: 7n, note: '' });
  const rows = await db.database.query<{ currency: string; available: bigint }>({
    name: 'balances',
    text: 'select currency, available from balance where account_id = 1 order by currency',
  });
  assert.deepEqual(rows, [
    { currency: 'XAF', available: 7n },
    { currency: 'XOF', available: 1n },
  ]);
});
