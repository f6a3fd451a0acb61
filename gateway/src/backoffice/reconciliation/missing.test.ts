// Proves which part of a period a search for what no statement names is about, and which attempt it
// names.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findMissingFloatsIn, findMissingIn } from './missing.ts';
import { findDiscrepancy, noteDiscrepancy, withdrawFile } from './index.ts';
import {
  again,
  book,
  bookFloat,
  db,
  discrepanciesOf,
  file,
  ids,
  line,
  openOf,
  period,
  provider,
  ref,
  restOf,
  useBooks,
} from './testing/books.ts';
import { byCommand, takeIn, workOff } from './testing/files.ts';

useBooks();

const place = async (): Promise<{ id: number; routes: string[] }> => {
  const { id } = await takeIn(db, { content: 'a' });
  return { id, routes: ['gsma-sandbox'] };
};
test('F11 what was booked at the beginning of a part is missing in it, what was booked at its end is not', async () => {
  await db.sql(`set session_replication_role = replica; update transfer
    set created_at = '2026-04-01';
    update transfer set created_at = '2026-04-02' where operation_id = ${ids.success}`);
  const statement = await place();
  const missingIn = async (since: string, until: string): Promise<string[]> => {
    await findMissingIn(db.database, statement, since, until);
    return (await discrepanciesOf(statement.id)).map(({ operationId }) => String(operationId));
  };
  assert.deepEqual(await missingIn('2026-04-01 00:00:01', '2026-04-02'), []);
  assert.deepEqual(await missingIn('2026-04-02', '2026-04-03'), [ids.success]);
});

test('F11 our own money is missing from the beginning of a period to before its end', async () => {
  await bookFloat('VIR-1', '50000000');
  await db.sql(
    `set session_replication_role = replica; update float_move
      set made_at = date_trunc('second', made_at)`,
  );
  const [{ at } = { at: new Date() }] = await db.database.query<{ at: Date }>({
    name: 'float',
    text: 'select made_at as at from float_move',
  });
  const after = new Date(at.getTime() + 1);
  const statement = await place();
  await findMissingFloatsIn(db.database, statement, new Date(0), at);
  assert.deepEqual(await discrepanciesOf(statement.id), []);
  await findMissingFloatsIn(db.database, statement, at, after);
  assert.equal((await discrepanciesOf(statement.id)).length, 1);
});

test('F11 of several attempts that moved the money the last one is named', async () => {
  const id = ids.success;
  await db.sql(`set session_replication_role = replica;
    insert into attempt (account_id, operation_id, number, purpose, route, state, refs, created_at,
      sent_at, updated_at)
      select account_id, operation_id, 2, purpose, route, state, refs, created_at, sent_at,
        updated_at
        from attempt where operation_id = ${id}`);
  const statement = await place();
  await findMissingIn(db.database, statement, '2000-01-01', '2100-01-01');
  const missing = await db.database.query<{ attempt: number }>({
    name: 'missing',
    text: `select attempt from reconciliation_discrepancy where operation_id = ${id}`,
  });
  assert.deepEqual(missing, [{ attempt: 2 }]);
});

test('F11 what a user has explained and a statement then named is missing again without that statement', async () => {
  const take = async (lines: string[]): Promise<number> => {
    const { id } = await takeIn(db, { content: file(lines), period: period() });
    await workOff(db);
    return id;
  };
  const first = await take(await restOf(['success']));
  const [missing] = await discrepanciesOf(first);
  const explained = { to: 'explained', note: 'demandé', approvalRequestId: null } as const;
  await noteDiscrepancy(db.database, { id: missing!.id, ...explained, by: byCommand });
  const second = await take([line({ ours: ref('success') })]);
  const stateNow = async () => (await discrepanciesOf(first))[0]!.state;
  assert.equal(await stateNow(), 'resolved');
  await withdrawFile(db.database, { id: second, by: byCommand });
  await workOff(db);
  assert.equal(await stateNow(), 'open');
});

test('F11 what users have corrected is missing no more, said once; other payments and our own money stay missing', async () => {
  await bookFloat('VIR-1', '50000000');
  const { id } = await takeIn(db, {
    content: file(await restOf(['success', 'collected'])),
    period: period(),
  });
  await workOff(db);
  const missingNow = async () => (await openOf(id)).toSorted();
  const left = [`missing_there ${ids.collected}`, 'missing_there null'];
  assert.deepEqual(await missingNow(), [...left, `missing_there ${ids.success}`].toSorted());
  await book('adjust', provider, 'suspense', 'success');
  for (let times = 0; times < 2; times += 1) await again(id);
  assert.deepEqual(await missingNow(), left.toSorted());
  const mended = (await discrepanciesOf(id)).find(({ state }) => state === 'resolved');
  const { discrepancy, notes } = (await findDiscrepancy(db.database, mended!.id))!;
  assert.deepEqual(
    [String(discrepancy.operationId), discrepancy.ours, notes.map(({ note }) => note)],
    [ids.success, 0n, ['matches_now']],
  );
});
