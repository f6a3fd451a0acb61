// Proves that an account's transfers are counted under its lock, whatever their currency, and that
// this order does not depend on the sequences of the server.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import {
  startTestPostgres,
  type TestDatabase,
  type TestPostgres,
} from '../../node/doctor/testing/postgres.ts';
import { fundAccount, readStatement } from './index.ts';

let postgres: TestPostgres;
let db: TestDatabase;
before(async () => {
  postgres = await startTestPostgres();
  db = await postgres.database();
  await db.sql(`insert into account (id, name, webhook_secret_sealed) overriding system value
    values (1, 'a', '\\x00'), (2, 'b', '\\x00')`);
});
after(async () => {
  await db.close();
  await postgres.close();
});

const fund = (accountId: number, currency: string) =>
  fundAccount(db.database, { accountId, currency, amountMinor: 10_000n, note: '' });

const numbersOf = async (accountId: number, currency: string): Promise<bigint[]> => {
  const period = { accountId, currency, from: null, until: null };
  return (await readStatement(db.database, period, null, 50)).map(({ id }) => id);
};

test('T28 I-05 transfers are counted per account, over all of its currencies', async () => {
  for (const currency of ['XOF', 'XAF', 'XOF', 'XOF', 'XAF']) await fund(1, currency);
  await fund(2, 'XOF');
  assert.deepEqual(await numbersOf(1, 'XOF'), [4n, 3n, 1n]);
  assert.deepEqual(await numbersOf(1, 'XAF'), [5n, 2n]);
  assert.deepEqual(await numbersOf(2, 'XOF'), [1n]);
});

test('T28 I-05 numbers of simultaneous transfers neither repeat nor leave gaps', async () => {
  await Promise.all(Array.from({ length: 20 }, (_, turn) => fund(2, turn % 2 ? 'XOF' : 'XAF')));
  const numbers = [...(await numbersOf(2, 'XOF')), ...(await numbersOf(2, 'XAF'))];
  assert.deepEqual(
    numbers.map(Number).toSorted((one, other) => one - other),
    Array.from({ length: 21 }, (_, index) => index + 1),
  );
});

test('a transfer order does not come from the server: its sequences may begin again', async () => {
  await db.sql(
    `select setval(oid::regclass, 1, false) from pg_class where relkind = 'S'
      and relname like '%transfer%'`,
  );
  await fund(1, 'XOF');
  assert.deepEqual((await numbersOf(1, 'XOF'))[0], 6n);
});
