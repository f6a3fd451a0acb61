// Proves which balances a merchant's server is told: the main currency first, even before anything
// moved, then the others, or the one that was asked for.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import {
  startTestPostgres,
  type TestDatabase,
  type TestPostgres,
} from '../../node/doctor/testing/postgres.ts';
import { implementBalance } from './http-balance.ts';

type Given = Parameters<ReturnType<typeof implementBalance>['handle']>[0];

let postgres: TestPostgres;
let db: TestDatabase;
before(async () => {
  postgres = await startTestPostgres();
  db = await postgres.database();
  await db.sql(`insert into account (id, name, webhook_secret_sealed) overriding system value
    values (1, 'a', '\\x00'), (2, 'b', '\\x00');
    insert into balance (account_id, currency, available, held, last_transfer)
      values (1, 'GHS', 25000, 0, 1), (1, 'XOF', 70000, 10000, 2)`);
});
after(async () => {
  await db.close();
  await postgres.close();
});

async function told(id: number, currency?: string): Promise<unknown> {
  const query = currency === undefined ? {} : { currency };
  const given = {
    account: { id, currency: 'XOF', language: 'en' },
    reply: { request: { query } },
  } as unknown as Given;
  const answer = await implementBalance({ database: db.database }).handle(given);
  if (answer === null || typeof answer !== 'object' || !('body' in answer)) return 'refused';
  const { data } = answer.body as {
    data: { currency: string; balance: number; balances: { currency: string; balance: number }[] };
  };
  return [data, ...data.balances].map((each) => `${each.currency} ${each.balance}`);
}

test('balances: the main currency first, nothing where nothing moved, one where it is asked for', async () => {
  assert.deepEqual(await told(2), ['XOF 0', 'XOF 0']);
  assert.deepEqual(await told(1), ['XOF 7', 'XOF 7', 'GHS 2.5']);
  assert.deepEqual(await told(1, 'GHS'), ['GHS 2.5', 'GHS 2.5']);
  assert.equal(await told(1, 'EUR'), 'refused');
});
