// Proves what is said to be held: the sum of all accounts by currency, read again when it is old.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { usePostgres } from '../../node/doctor/testing/use-postgres.ts';
import { machine, runIn } from '../../platform/environment.ts';
import { createHeldReader } from './held.ts';

const postgres = usePostgres();

test('what is held is summed over all accounts by currency, and read again after fifteen seconds', async () => {
  const db = await postgres.database();
  await db.sql(`insert into account (name, webhook_secret_sealed) select 'a', ''
    from generate_series(1, 2);
    insert into balance (account_id, currency, available, held, last_transfer) values
      (1, 'XOF', 9, 5, 1), (2, 'XOF', 9, 1, 1), (1, 'GHS', 9, 7, 1), (2, 'XAF', 9, 0, 1)`);
  const read = createHeldReader(db.database);
  let at = 20_000;
  const told = () =>
    runIn({ ...machine, monotonic: () => at }, async () =>
      (await read()).map(({ currency, held }) => `${held} ${currency}`),
    );
  const first = ['7 GHS', '6 XOF'];
  assert.deepEqual(await told(), first);
  await db.sql('update balance set held = 2 where account_id = 1');
  at += 14_999;
  assert.deepEqual(await told(), first, 'it is kept');
  at += 1;
  assert.deepEqual(await told(), ['2 GHS', '3 XOF']);
  await db.close();
});
