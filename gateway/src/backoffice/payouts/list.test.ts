// Proves the bounds of the lists of batches and lines: their pages, the times that narrow them, and
// which batch is said to be of the same file.

import assert from 'node:assert/strict';
import { afterEach, beforeEach, test } from 'node:test';
import { stopClock } from '../../node/doctor/testing/postgres.ts';
import { usePostgres } from '../../node/doctor/testing/use-postgres.ts';
import type { TestDatabase } from '../../node/doctor/testing/postgres.ts';
import { findHeadings, readGiven } from './columns.ts';
import { discardPayouts } from './control.ts';
import { findSameFile, listBatches, listLines, type BatchFilter } from './list.ts';
import { openPayoutBackOffice, some, user, type PayoutBackOffice } from './testing.ts';

const postgres = usePostgres();
let db: TestDatabase;
let backOffice: PayoutBackOffice;

beforeEach(async () => {
  db = await postgres.database();
  backOffice = await openPayoutBackOffice(db);
});
afterEach(async () => {
  await backOffice.close();
  await db.close();
});

test('batches are listed newest first, page by page, from a moment on and before another one', async () => {
  await stopClock(db);
  const ids: number[] = [];
  for (let batch = 0; batch < 3; batch += 1) ids.push(await backOffice.upload(some(1)));
  const [first, second, third] = ids;
  await db.sql(`update payout_batch set created_at = '2030-01-01'::timestamptz + id
    * interval '1 day'
    - (select min(id) from payout_batch) * interval '1 day'`);
  const listed = async (before: number | null, filter: Partial<BatchFilter> = {}) => {
    const any = { state: null, name: null, from: null, until: null };
    const scope = { accountId: 1, countries: null, before, limit: 2 };
    const batches = await listBatches(db.database, scope, { ...any, ...filter });
    return batches.map(({ id }) => id);
  };
  assert.deepEqual(await listed(null), [third, second]);
  assert.deepEqual(await listed(second!), [first]);
  assert.deepEqual(await listed(null, { from: new Date('2030-01-02T00:00:00Z') }), [third, second]);
  assert.deepEqual(await listed(null, { until: new Date('2030-01-03T00:00:00Z') }), [
    second,
    first,
  ]);
  assert.equal(await findSameFile(db.database, third!, null), second, 'the last one before it');
  assert.equal(await findSameFile(db.database, first!, null), null);
});

test('lines are listed in the order of the file, page by page, all or those of a state', async () => {
  const id = await backOffice.upload(some(3));
  await db.sql(`update payout_line set state = 'failed' where number > 1;
    update payout_batch set draft = 1, failed = 2`);
  const listed = async (show: 'all' | 'failed' | 'draft', after: number) => {
    const lines = await listLines(db.database, id, { show, after, limit: 2 });
    return lines.map((line) => line.number);
  };
  assert.deepEqual(await listed('all', 0), [1, 2]);
  assert.deepEqual(await listed('all', 2), [3]);
  assert.deepEqual(await listed('failed', 0), [2, 3]);
  assert.deepEqual(await listed('failed', 2), [3]);
  assert.deepEqual(await listed('draft', 0), [1]);
});

test('a draft is discarded with its lines, and a batch that was submitted is not', async () => {
  const draft = await backOffice.upload(some(1));
  const approved = await backOffice.approved(some(1));
  const discard = (batchId: number) =>
    discardPayouts(db.database, user(1).who, { batchId, accountId: 1 });
  assert.deepEqual(await discard(approved), { ok: false, refusal: 'conflict' });
  assert.deepEqual(await discard(draft), { ok: true });
  assert.deepEqual(await discard(draft), { ok: false, refusal: 'notFound' });
  assert.deepEqual(await backOffice.linesOf(draft), []);
});

test('two columns of phones or of amounts are no table; of two names the first counts', () => {
  const table = (header: string[], cells: string[] = []) => ({
    form: 'csv' as const,
    sheet: null,
    hiddenRows: 0,
    header,
    rows: [{ line: 2, cells, numbers: new Set<number>() }],
  });
  for (const header of [
    ['Téléphone', 'Mobile', 'Montant'],
    ['Téléphone', 'Montant', 'Amount'],
  ])
    assert.equal(findHeadings(table(header)), null, header.join());
  const cells = ["'+221771234567", "'1000", "'Awa", "'0012"];
  const { columns, rows } = findHeadings(table(['Tel', 'Montant', 'Nom', 'Motif'], cells))!;
  const { phone, amount, name, note } = readGiven(columns, rows[0]!);
  assert.deepEqual(
    [phone, amount, name, note],
    ['+221771234567', '1000', "'Awa", '0012'],
    'an apostrophe is a mark before a number, and before what would be calculated',
  );
  const two = findHeadings(table(['Tel', 'Montant', 'Nom', 'Name'], ['1', '1', 'Awa', 'Sy']))!;
  assert.equal(readGiven(two.columns, two.rows[0]!).name, 'Awa');
});
