// Proves that long files are read row by row: CSV in the encodings and separators of the region's
// providers, XLSX in pieces, and that hostile files are refused.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openRows, RowsFault, streamXlsx, type StreamedRow } from './index.ts';
import { makeBook } from './testing/book.ts';

async function read(bytes: Buffer, wanted = 1_000) {
  const opened = await openRows(bytes, { rowsMax: 1_000 });
  try {
    const all: StreamedRow[] = [];
    for (;;) {
      const { form, rows, end } = await opened.take(wanted);
      all.push(...rows);
      if (end !== null) return { form, all };
    }
  } finally {
    opened.close();
  }
}

const problemOf = (problem: string) => (error: unknown) =>
  error instanceof RowsFault && error.problem === problem;

test('rows are taken some at a time, each with its number in the file', async () => {
  const text = '\ufeffRéf;Montant\r\n\r\n"a;1";1 500,50\r\n"two\r\nlines";2\r\nend;3\r\n';
  for (const size of [1, 3, 1_000]) {
    const { form, all } = await read(Buffer.from(text), size);
    assert.equal(form, 'csv');
    assert.deepEqual(
      all.map(({ line, cells }) => [line, ...cells]),
      [
        [1, '\ufeffRéf', 'Montant'],
        [3, 'a;1', '1 500,50'],
        [4, 'two\r\nlines', '2'],
        [6, 'end', '3'],
      ].map((row) =>
        row.map((cell) => (typeof cell === 'string' ? cell.replace('\ufeff', '') : cell)),
      ),
    );
  }
});

test('CSV in UTF-16 and in Windows-1252 keeps its accents', async () => {
  const utf16 = Buffer.concat([
    Buffer.from([0xff, 0xfe]),
    Buffer.from('Réf\tCoût\r\na\t1\r\n', 'utf16le'),
  ]);
  assert.deepEqual((await read(utf16)).all[0]!.cells, ['Réf', 'Coût']);
  const windows = Buffer.from('R\xe9f|Co\xfbt\na|1\n', 'latin1');
  assert.deepEqual((await read(windows)).all[0]!.cells, ['Réf', 'Coût']);
});

test('XLSX: texts, numbers, moments and empty cells', async () => {
  const at = new Date('2026-11-21T18:08:14.000Z');
  const chunks: Buffer[] = [];
  const table = {
    name: 'Day',
    widths: [10, 10, 10],
    before: [],
    headings: ['Ref', 'Amount', 'At', 'Note'],
    timeZone: 'UTC',
    rows: one([
      ['R&D <1>', { amount: 15_005_000n }, { at }, null],
      [null, { amount: -20_000n }, null, '0042'],
    ]),
    after: () => [],
  };
  for await (const chunk of streamXlsx(table)) chunks.push(chunk);
  const { form, all } = await read(Buffer.concat(chunks));
  assert.equal(form, 'xlsx');
  assert.deepEqual(
    all.map(({ cells, numbers }) => [cells, [...numbers]]),
    [
      [['Ref', 'Amount', 'At', 'Note'], []],
      [['R&D <1>', '1500.5', '2026-11-21T18:08:14'], [1]],
      [['', '-2', '', '0042'], [1]],
    ],
  );
});

test('XLSX: a text that no cell of Excel holds is cut between two characters, and seen to be', async () => {
  const chunks: Buffer[] = [];
  const table = {
    name: 'Day',
    widths: [10],
    before: [],
    headings: ['Text'],
    timeZone: 'UTC',
    rows: one([['x'.repeat(32_767)], [`${'x'.repeat(32_765)}😀yz`]]),
    after: () => [],
  };
  for await (const chunk of streamXlsx(table)) chunks.push(chunk);
  const { all } = await read(Buffer.concat(chunks));
  const [, whole, cut] = all.map(({ cells }) => cells[0]);
  assert.equal(whole, 'x'.repeat(32_767));
  assert.equal(cut, `${'x'.repeat(32_765)}…`);
});

async function* one<Row>(rows: Row[]): AsyncGenerator<Row[]> {
  yield await Promise.resolve(rows);
}

const workbook = (rows: string): Buffer =>
  makeBook(rows, { styles: '<cellXfs><xf numFmtId="0"/><xf numFmtId="14"/></cellXfs>' });

test('XLSX: a day that no calendar holds stays a text; rows that cannot be told apart are no table', async () => {
  const cells = ['1e20', 'abc', '45982'].map((value) => `<c s="1"><v>${value}</v></c>`).join('');
  assert.deepEqual((await read(workbook(`<row r="1">${cells}</row>`))).all[0]!.cells, [
    '1e20',
    'abc',
    '2025-11-21',
  ]);
  const row = (number: number): string =>
    `<row r="${number}"><c t="inlineStr"><is><t>x</t></is></c></row>`;
  for (const numbers of [
    [1, 2, 2],
    [1, 3, 2],
    [1, 0],
    [0, 1],
  ])
    await assert.rejects(
      read(workbook(numbers.map(row).join(''))),
      problemOf('damaged'),
      String(numbers),
    );
});

test('CSV: line ends of several kinds give no two rows one number', async () => {
  const { all } = await read(Buffer.from('a,b\r\n"x\r\ny",1\r"z\n",2\n\r\nend,3'));
  const numbers = all.map(({ line }) => line);
  assert.deepEqual(
    numbers,
    [...new Set(numbers)].toSorted((one, other) => one - other),
  );
});

test('what is no table is refused with a reason', async () => {
  await assert.rejects(read(Buffer.alloc(0)), problemOf('empty'));
  await assert.rejects(read(Buffer.from('%PDF-1.7 …')), problemOf('unknown_form'));
  await assert.rejects(read(Buffer.from('PK\x03\x04 cut off here')), problemOf('damaged'));
  await assert.rejects(read(Buffer.from(`a,b\n"${'x'.repeat(200_000)}"\n`)), problemOf('damaged'));
});
