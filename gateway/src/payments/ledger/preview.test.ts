// Proves what a preview foresees: the balance in the asked currency before and after transfers,
// without booking them.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import {
  startTestPostgres,
  type TestDatabase,
  type TestPostgres,
} from '../../node/doctor/testing/postgres.ts';
import { previewBalance } from './preview.ts';
import { settlementPostings } from './postings.ts';

let postgres: TestPostgres;
let db: TestDatabase;
before(async () => {
  postgres = await startTestPostgres();
  db = await postgres.database();
  await db.sql(`insert into account (id, name, webhook_secret_sealed) overriding system value
    values (1, 'a', '\\x00');
    insert into balance (account_id, currency, available, held, last_transfer)
      values (1, 'GHS', 7, 8, 2), (1, 'XOF', 500, 40, 1)`);
});
after(async () => {
  await db.close();
  await postgres.close();
});

test('a preview adds and takes what transfers would, in one currency, and books nothing', async () => {
  const settlement = { amount: 100n, fee: 5n };
  const foreseen = (currency: string, event: Parameters<typeof settlementPostings>[0]) =>
    previewBalance(db.database, { accountId: 1, currency }, settlementPostings(event, settlement));
  const xof = { available: 500n, held: 40n };
  const expected = [
    ['XOF', 'requested', xof, { available: 395n, held: 145n }],
    ['XOF', 'released', xof, { available: 605n, held: -65n }],
    ['XOF', 'paid', xof, { available: 500n, held: -65n }],
    ['XOF', 'returned', xof, { available: 600n, held: 40n }],
    ['XAF', 'requested', { available: 0n, held: 0n }, { available: -105n, held: 105n }],
  ] as const;
  for (const [currency, event, before, after] of expected)
    assert.deepEqual(await foreseen(currency, event), { currency, before, after }, event);
});
