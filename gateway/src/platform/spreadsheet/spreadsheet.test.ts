// Proves that tables are read as they stand in files, and that hostile files are refused.

import { strict as assert } from 'node:assert';
import { test } from 'node:test';
import { deflateRawSync } from 'node:zlib';
import { readTable, type TableRead } from './index.ts';
import { makeWorkbook } from './testing/workbook.ts';
import { writeZip } from './write-zip.ts';
import { readZip } from './zip.ts';

const limits = { rowsMax: 10 };
const csv = (text: string): Promise<TableRead> => readTable(Buffer.from(text), limits);
/** Rows with the places of numbers, where there are any. */
const rowsIn = (read: TableRead) =>
  read.ok &&
  read.table.rows.map(({ numbers, ...row }) =>
    numbers.size === 0 ? row : { ...row, numbers: [...numbers] },
  );
const problem = (read: TableRead): string => (read.ok ? 'none' : read.problem);

const xlsx = (rows: Parameters<typeof makeWorkbook>[1] = [['221771234567', 1500]]): Buffer =>
  makeWorkbook('Payouts', [['phone', 'amount'], ...rows]);

/** The same file with another first sheet. */
async function withSheet(xml: string): Promise<Buffer> {
  const zip = readZip(xlsx(), () => true, 1e9);
  assert.ok(zip.ok);
  const name = [...zip.entries.keys()].find((entry) => entry.startsWith('xl/worksheets/sheet'));
  assert.ok(name !== undefined);
  return writeZip(
    zip.entries.set(
      name,
      Buffer.from(
        `<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>${xml}</sheetData></worksheet>`,
      ),
    ),
  );
}

const cell = (at: string, value: string): string => `<c r="${at}"><v>${value}</v></c>`;

test('a CSV file: separator, byte-order mark, quotes, empty lines, and the line where each row begins', async () => {
  const read = await csv(
    '\ufeffphone;amount;note\r\n"771234567";"1 500,50";"two\nlines; and ""quotes"""\r\n\r\n;;\r\n781234567;20\r\n',
  );
  assert.deepEqual(read, {
    ok: true,
    table: {
      form: 'csv',
      sheet: null,
      hiddenRows: 0,
      header: ['phone', 'amount', 'note'],
      rows: [
        {
          line: 2,
          cells: ['771234567', '1 500,50', 'two\nlines; and "quotes"'],
          numbers: new Set(),
        },
        { line: 6, cells: ['781234567', '20'], numbers: new Set() },
      ],
    },
  });
  const comma = await csv('sep=,\nphone,amount\n1,2\n');
  assert.deepEqual(rowsIn(comma), [{ line: 3, cells: ['1', '2'] }]);
});

test('a CSV in the characters of Windows or of UTF-16, and with a title above its headings', async () => {
  const text = 'Salaires, novembre\r\ntéléphone;montant\r\n771234567;1500,5\r\n';
  const utf16 = Buffer.from(`\ufeff${text}`, 'utf16le');
  const forms = [
    Buffer.from(text),
    Buffer.from(text, 'latin1'),
    utf16,
    Buffer.from(utf16).swap16(),
  ];
  for (const file of forms) {
    const read = await readTable(file, limits);
    assert.deepEqual(read.ok && [read.table.header, read.table.rows.map(({ cells }) => cells)], [
      ['Salaires, novembre'],
      [
        ['téléphone', 'montant'],
        ['771234567', '1500,5'],
      ],
    ]);
  }
});

test('of a workbook the first sheet that is shown is read, by its name, and its hidden rows are counted', async () => {
  const zip = readZip(xlsx(), () => true, 1e9);
  assert.ok(zip.ok);
  const { entries } = zip;
  const part = (name: string): string => entries.get(name)!.toString();
  const row = (line: number, value: string, more = ''): string =>
    `<row r="${line}"${more}>${cell(`A${line}`, value)}</row>`;
  const rows =
    row(1, '7') +
    row(2, '8', ' hidden="1"') +
    row(3, '9', " spans='1:1' hidden='true'") +
    '<row r="4" hidden="1"/>';
  const sheets =
    '<sheet name="old" sheetId="8" state="hidden" r:id="rId1"/><sheet name="Paie &amp; primes" sheetId="9" r:id="rId99"/>';
  entries.set(
    'xl/workbook.xml',
    Buffer.from(
      part('xl/workbook.xml').replace(/<sheets>.*<\/sheets>/, `<sheets>${sheets}</sheets>`),
    ),
  );
  const [worksheet] = /<Relationship [^>]*worksheet"[^>]*>/.exec(
    part('xl/_rels/workbook.xml.rels'),
  )!;
  const shown = worksheet.replace(/Id="[^"]*"/, 'Id="rId99"').replace('sheet1.xml', 'sheet2.xml');
  const first = worksheet.replace(/Id="[^"]*"/, 'Id="rId1"');
  const links = part('xl/_rels/workbook.xml.rels').replace(worksheet, first + shown);
  entries.set('xl/_rels/workbook.xml.rels', Buffer.from(links));
  const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
  entries.set(
    'xl/worksheets/sheet2.xml',
    Buffer.from(`<worksheet xmlns="${main}"><sheetData>${rows}</sheetData></worksheet>`),
  );
  const read = await readTable(writeZip(entries), limits);
  assert.ok(read.ok);
  const { sheet, hiddenRows, header, rows: lines } = read.table;
  assert.deepEqual([sheet, hiddenRows, header, lines.length], ['Paie & primes', 2, ['7'], 2]);
});

test('what is no table is refused with its reason', async () => {
  assert.equal(problem(await csv('')), 'empty');
  assert.equal(problem(await csv('phone,amount\n')), 'empty');
  assert.equal(
    problem(await readTable(Buffer.from([0x61, 0x00, 0x2c, 0x0a]), limits)),
    'unknown_form',
  );
  for (const other of [
    '%PDF-1.7 something',
    '\ufeff\n<html><table><tr><td>téléphone</td></tr></table></html>',
    '<?xml version="1.0"?><Workbook xmlns="urn:schemas-microsoft-com:office:spreadsheet"/>',
    '<!DOCTYPE html><p>Session expirée',
  ])
    assert.equal(problem(await csv(other)), 'unknown_form', other);
  assert.equal(problem(await csv('a,b\n"never closed\n1,2\n')), 'damaged');
  assert.equal(problem(await csv(`a\n${'1\n'.repeat(11)}`)), 'too_many_rows');
  assert.equal((await csv(`a\n${'1\n'.repeat(10)}`)).ok, true);
  assert.equal(problem(await csv(`a,b\n${'1,'.repeat(200)}\n`)), 'too_many_columns');
  assert.equal(problem(await readTable(xlsx().subarray(0, 700), limits)), 'damaged');
});

test('the cells of an XLSX file are read: texts, digits, amounts, moments', async () => {
  const at = new Date('2026-11-21T18:08:14Z');
  const file = xlsx([
    ['=1+1', 1234.56, '00221771234567', at],
    [null, null],
    ['a<b>&"', -0.5, null, null],
  ]);
  const read = await readTable(file, limits);
  assert.deepEqual(rowsIn(read), [
    { line: 2, cells: ['=1+1', '1234.56', '00221771234567', '2026-11-21T18:08:14'], numbers: [1] },
    { line: 4, cells: ['a<b>&"', '-0.5'], numbers: [1] },
  ]);
});

test('numbers of XLSX are written out: exponents, and what binary numbers come to', async () => {
  const read = await readTable(
    await withSheet(
      `<row r="1">${cell('A1', '1')}</row><row r="3">${cell('A3', '2.21771234567E11')}${cell('B3', '0.30000000000000004')}${cell('C3', '1500')}</row>`,
    ),
    limits,
  );
  assert.deepEqual(rowsIn(read), [
    { line: 3, cells: ['221771234567', '0.3', '1500'], numbers: [0, 1, 2] },
  ]);
});

test('characters that no database keeps are taken out of XLSX cells', async () => {
  const text = (at: string, value: string): string =>
    `<c r="${at}" t="inlineStr"><is><t>${value}</t></is></c>`;
  const read = await readTable(
    await withSheet(
      `<row r="1">${text('A1', 'a')}</row><row r="2">${text('A2', 'x_x0000_y_xD800_z')}</row>`,
    ),
    limits,
  );
  assert.deepEqual(rowsIn(read), [{ line: 2, cells: ['xy\ufffdz'] }]);
});

test('a million empty rows are no rows, and a cell far away is refused before it gets a place', async () => {
  const rows = Array.from(
    { length: 200_000 },
    (_, index) => `<row r="${index + 4}" spans="1:2"><c r="A${index + 4}" s="0"/></row>`,
  ).join('');
  const some = `<row r="1">${cell('A1', '1')}</row><row r="2">${cell('A2', '2')}</row>`;
  const read = await readTable(await withSheet(some + rows), limits);
  assert.deepEqual(rowsIn(read), [{ line: 2, cells: ['2'], numbers: [0] }]);
  assert.equal(
    problem(
      await readTable(
        await withSheet(`${some}<row r="9999999">${cell('A9999999', '3')}</row>`),
        limits,
      ),
    ),
    'too_many_rows',
  );
  assert.equal(
    problem(
      await readTable(await withSheet(`${some}<row r="3">${cell('XFD3', '3')}</row>`), limits),
    ),
    'too_many_columns',
  );
  for (const number of ['x="&gt;>" r="99999999"', 'r="&#57;99999999"'])
    assert.equal(
      problem(
        await readTable(
          await withSheet(`${some}<row ${number}><c r="A99999999"><v>3</v></c></row>`),
          limits,
        ),
      ),
      'too_many_rows',
    );
});

test('a ZIP bomb is refused by what it declares, and by what it holds', async () => {
  const bytesMax = 1_000_000;
  const honest = writeZip(new Map([['xl/workbook.xml', Buffer.alloc(2_000_000, 0x20)]]));
  assert.equal(
    problem(await readTable(honest, { ...limits, unpackedBytesMax: bytesMax })),
    'too_big',
  );
  const packed = deflateRawSync(Buffer.alloc(2_000_000, 0x20));
  const liar = writeZip(new Map([['xl/workbook.xml', packed]]));
  // It says: packed, and as long unpacked as packed.
  liar.writeUInt16LE(8, liar.lastIndexOf(Buffer.from([0x50, 0x4b, 1, 2])) + 10);
  assert.equal(
    problem(await readTable(liar, { ...limits, unpackedBytesMax: bytesMax })),
    'too_big',
  );
});
