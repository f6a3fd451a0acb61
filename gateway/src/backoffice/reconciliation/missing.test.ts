// Proves which part of a period a search for what no statement names is about, and which attempt it
// names.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findMissingFloatsIn, findMissingIn } from './missing.ts';
import { bookFloat, db, discrepanciesOf, ids, useBooks } from './testing/books.ts';
import { takeIn } from './testing/files.ts';

useBooks();

const place = async (): Promise<{ id: number; routes: string[] }> => {
  const { id } = await takeIn(db, { content: 'a' });
  return { id, routes: ['gsma-sandbox'] };
};
test('F11 what was booked at the beginning of a part is missing in it, what was booked at its end is not', async () => {
  await db.sql(`set session_replication_role = replica; update transfer set created_at = '2026-04-01';
    update transfer set created_at = '2026-04-02' where operation_id = ${ids.success}`);
  const file = await place();
  const missingIn = async (since: string, until: string): Promise<string[]> => {
    await findMissingIn(db.database, file, since, until);
    return (await discrepanciesOf(file.id)).map(({ operationId }) => String(operationId));
  };
  assert.deepEqual(await missingIn('2026-04-01 00:00:01', '2026-04-02'), []);
  assert.deepEqual(await missingIn('2026-04-02', '2026-04-03'), [ids.success]);
});

test('F11 our own money is missing from the beginning of a period to before its end', async () => {
  await bookFloat('VIR-1', '50000000');
  await db.sql(
    `set session_replication_role = replica; update float_move set made_at = date_trunc('second', made_at)`,
  );
  const [{ at } = { at: new Date() }] = await db.database.query<{ at: Date }>({
    name: 'float',
    text: 'select made_at as at from float_move',
  });
  const after = new Date(at.getTime() + 1);
  const file = await place();
  await findMissingFloatsIn(db.database, file, new Date(0), at);
  assert.deepEqual(await discrepanciesOf(file.id), []);
  await findMissingFloatsIn(db.database, file, at, after);
  assert.equal((await discrepanciesOf(file.id)).length, 1);
});

test('F11 of several attempts that moved the money the last one is named', async () => {
  const id = ids.success;
  await db.sql(`set session_replication_role = replica;
    insert into attempt (account_id, operation_id, number, purpose, route, state, refs, created_at, sent_at, updated_at)
      select account_id, operation_id, 2, purpose, route, state, refs, created_at, sent_at, updated_at
        from attempt where operation_id = ${id}`);
  const file = await place();
  await findMissingIn(db.database, file, '2000-01-01', '2100-01-01');
  const missing = await db.database.query<{ attempt: number }>({
    name: 'missing',
    text: `select attempt from reconciliation_discrepancy where operation_id = ${id}`,
  });
  assert.deepEqual(missing, [{ attempt: 2 }]);
});
