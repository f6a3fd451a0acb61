// Proves that a payment file holds each of its settlements once, however many they are.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { usePostgres } from '../../node/doctor/testing/use-postgres.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import { eachOfFile } from './files.ts';
import { openFixture } from './testing/fixture.ts';

const postgres = usePostgres();

test('a payment file is read 500 settlements at a time, each once, the oldest first', async () => {
  const { db, destinationId } = await openFixture(postgres, 1n);
  await db.sql(`set local session_replication_role = replica;
    insert into settlement (account_id, key, destination_id, currency, amount, fee, state,
      approved_approval_request, file)
      select 1, n, ${destinationId}, 'XOF', 10000, 0, 'APPROVED', n, case when n <= 500 then 1
        when n <= 1001 then 2 end
      from generate_series(1, 1002) n`);
  for (const [file, first, sizes] of [
    [1, 1, [500]],
    [2, 501, [500, 1]],
    [3, 0, []],
  ] as const) {
    const pages: { id: number }[][] = [];
    await inTransaction(db.database, async (session) => {
      for await (const page of eachOfFile(session, file)) pages.push(page);
    });
    assert.deepEqual(
      pages.map((page) => page.length),
      sizes,
      `file ${file}`,
    );
    const ids = pages.flat().map(({ id }) => id);
    assert.deepEqual(
      ids,
      ids.map((_, index) => first + index),
    );
  }
  await db.close();
});
