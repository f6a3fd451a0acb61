// Proves how much of a file its preview reads and shows, and what it says of a mapping that cannot
// read it.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { useDatabase } from '../../node/doctor/testing/use-postgres.ts';
import { makeWorkbook } from '../../platform/spreadsheet/testing/workbook.ts';
import { addPiece, previewFile, startUpload, type Mapping } from './index.ts';
import { file, line } from './testing/books.ts';
import { byCommand, testMapping } from './testing/files.ts';

const db = useDatabase();

async function previewed(content: string | Buffer, asked: Mapping | null) {
  const id = await startUpload(db.database, { route: 'OPA_SN', name: 'day.csv', by: byCommand });
  await addPiece(db.database, { id, number: 0, bytes: Buffer.from(content) });
  return previewFile(db.database, id, asked, 'Africa/Dakar');
}
async function preview(content: string | Buffer, asked: Mapping | null = null) {
  const answer = await previewed(content, asked);
  assert.ok(answer.ok);
  return answer.preview;
}
const lines = (count: number): string[] =>
  Array.from({ length: count }, () => line({ at: new Date('2026-04-03T10:00:00Z') }));

test('F11 a preview judges 300 rows, and shows the first 40 and 20 lines', async () => {
  const content = file(lines(400));
  const guessed = await preview(content);
  assert.deepEqual(
    [guessed.rows.map((row) => row.line), guessed.lines.map(({ number }) => number)],
    [Array.from({ length: 40 }, (_, at) => at + 1), Array.from({ length: 20 }, (_, at) => at + 2)],
  );
  assert.deepEqual([guessed.judged, guessed.balances], [{ lines: 299, unreadable: 0 }, null]);
  // Below the headings that a user names.
  const lower = { ...testMapping, headingRow: 7 };
  const { judged } = await preview(`${'Relevé\n'.repeat(6)}${content}`, lower);
  assert.deepEqual(judged, { lines: 300, unreadable: 0 });
});

test('F11 what a file’s balances should come to is told where all of its rows were read', async () => {
  const balancesOf = async (count: number) =>
    (await preview(file(['Solde initial,,,1000000,,,,', ...lines(count)]), testMapping)).balances;
  const stated = { currency: 'XOF', opening: 1_000_000_0000n, closing: null };
  // Two payouts of 5,000, each with a fee of 50.
  assert.deepEqual(await balancesOf(2), { ...stated, counted: 989_900_0000n });
  assert.deepEqual(await balancesOf(400), { ...stated, counted: null });
});

test('F11 a row that is longer than its headings is read in a preview of a sheet, and not of a table', async () => {
  const table = file([`${lines(1)[0]},a remark`]);
  const rows = table.split('\n').map((row) => row.split(','));
  const ofSheet = await preview(makeWorkbook('day', rows), testMapping);
  assert.deepEqual([ofSheet.form, ofSheet.judged], ['xlsx', { lines: 1, unreadable: 0 }]);
  const ofTable = await preview(table, testMapping);
  assert.deepEqual([ofTable.form, ofTable.judged], ['csv', { lines: 1, unreadable: 1 }]);
});

test('F11 a mapping that is wrong reads nothing, and a file of one row has no lines', async () => {
  const content = file(lines(2));
  for (const [change, fault] of [
    [{ timeZone: 'Nowhere' }, 'timeZone'],
    [{ headingRow: 9 }, 'headingRow'],
    [{ columns: { ...testMapping.columns, fee: 'Frais' } }, 'columns.missing'],
  ] as const) {
    const read = await preview(content, { ...testMapping, ...change });
    assert.deepEqual(
      [read.faults, read.lines, read.judged, read.balances],
      [[fault], [], { lines: 0, unreadable: 0 }, null],
    );
  }
  const bare = await preview(file([]), testMapping);
  assert.deepEqual([bare.rows.length, bare.lines, bare.faults], [1, [], []]);
});

test('F11 a preview is of a file that does not count yet', async () => {
  assert.deepEqual(await previewFile(db.database, 999_999, null, 'UTC'), {
    ok: false,
    refusal: 'unknown',
  });
  assert.deepEqual(await previewed('', null), { ok: false, refusal: 'file', problem: 'empty' });
});
