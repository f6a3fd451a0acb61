// Proves that every kind of cell of a workbook is read as what it is: a text as a text whatever it
// looks like, a number without invented digits, and nothing as nothing.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openRows, RowsFault, type StreamedRow } from './index.ts';
import { numberForm, numberText } from './number-form.ts';
import { makeBook } from './testing/book.ts';

async function rowsOf(sheet: string, more: Parameters<typeof makeBook>[1] = {}) {
  const opened = await openRows(makeBook(sheet, more), { rowsMax: 1_000 });
  try {
    return (await opened.take(1_000)).rows;
  } finally {
    opened.close();
  }
}

/** The cells of one row, in the order given. */
async function cellsOf(cells: readonly string[], more = {}): Promise<StreamedRow> {
  const [row] = await rowsOf(`<row r="1">${cells.join('')}</row>`, more);
  return row!;
}

const text = (value: string): string => `<c t="inlineStr"><is><t>${value}</t></is></c>`;
const number = (value: string, style = 0): string => `<c s="${style}"><v>${value}</v></c>`;

test('a text is a text, however much it looks like a number', async () => {
  const texts = [
    '2.21771E+11',
    '15E2',
    '1e3',
    '0012',
    '123456789012345678',
    '48213e7',
    '3-4',
    '0.30000000000000004',
    '1.10',
    'TRUE',
    '#N/A',
    "'0012",
    '+221771234567',
  ];
  const given = await cellsOf(texts.map(text));
  assert.deepEqual([given.cells, [...given.numbers]], [texts, []]);
  const shared = await cellsOf(
    texts.map((_value, index) => `<c t="s"><v>${index}</v></c>`),
    { shared: texts },
  );
  assert.deepEqual([shared.cells, [...shared.numbers]], [texts, []]);
  const calculated = await cellsOf(texts.map((value) => `<c t="str"><f>A1</f><v>${value}</v></c>`));
  assert.deepEqual([calculated.cells, [...calculated.numbers]], [texts, []]);
});

test('a number is written out, and what its digits do not say is not invented', () => {
  const plain = numberForm(0, undefined);
  const read = (value: string): string => numberText(value, plain, 25_569).text;
  const expected: { [value: string]: string } = {
    1500: '1500',
    '2.21771234567E11': '221771234567',
    '1.5E7': '15000000',
    '1.5E-3': '0.0015',
    '1.5E-7': '0.00000015',
    '-2.5E1': '-25',
    // What binary numbers come to.
    '0.30000000000000004': '0.3',
    '1500.0999999999999': '1500.1',
    '123456.10000000001': '123456.1',
    '-0.5': '-0.5',
    // Digits that a program has written without an exponent are there.
    '1234567890123456': '1234567890123456',
    // With an exponent, the last ones are lost.
    '1.2345678901234501E+17': '1.2345678901234501E+17',
    '1E+20': '1E+20',
    '1E400': '1E400',
  };
  for (const [value, shown] of Object.entries(expected)) assert.equal(read(value), shown, value);
});

test('zeros before a number, and moments, are read as the sheet shows them', () => {
  const read = (code: string | undefined, value: string, id = 164): string =>
    numberText(value, numberForm(id, code), 25_569).text;
  assert.equal(read('0000', '12'), '0012');
  assert.equal(read('00\\ 00\\ 00\\ 00', '1234567'), '01234567');
  assert.equal(read('0', '12'), '12');
  assert.equal(read('#,##0', '1500'), '1500');
  assert.equal(read('0.00', '1500.5'), '1500.5');
  // Shown with an exponent, 2.22E+11, and kept whole.
  for (const code of ['0.00E+00', '##0.0E+0', '0E+00;[Red]-0E+00'])
    for (const value of ['221771234567', '2.21771234567E+11'])
      assert.equal(read(code, value), '221771234567', code);
  for (const id of [11, 48]) assert.equal(read(undefined, '221771234567', id), '221771234567');
  // A currency that the sheet shows is part of the amount.
  assert.equal(read('#,##0.00\\ [$€-40C]', '1500.5'), '1500.5 €');
  assert.equal(read('_-* #,##0\\ "FCFA"_-', '-1500'), '-1500 FCFA');
  assert.equal(read('[$XOF] #,##0', '1500'), '1500 XOF');
  assert.equal(read('[$$-409]#,##0.00', '1500'), '1500 $');
  assert.equal(read('[$-40C]#,##0', '1500'), '1500');
  assert.equal(read('#,##0\\ "F CFA (dmy)"', '1500'), '1500');
  assert.equal(read('_-* #,##0\\ _d_-', '1500'), '1500');
  assert.equal(read('yyyy\\-mm\\-dd', '45982'), '2025-11-21');
  assert.equal(read('[$-40C]d mmmm yyyy', '45982'), '2025-11-21');
  assert.equal(read(undefined, '45982.755717592', 22), '2025-11-21T18:08:14');
  assert.equal(read(undefined, '771234567', 14), '771234567');
  assert.equal(numberText('0', numberForm(14, undefined), 24_107).text, '1904-01-01');
});

test('the style of a cell is found among those of the book', async () => {
  const { cells, numbers } = await cellsOf(
    [number('12', 1), number('45982', 2), number('12'), number('12', 9)],
    {
      styles:
        '<numFmts><numFmt numFmtId="164" formatCode="0000"/></numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs>' +
        '<cellXfs><xf numFmtId="0"/><xf numFmtId="164"/><xf numFmtId="14"/></cellXfs>',
    },
  );
  assert.deepEqual(
    [cells, [...numbers]],
    [
      ['0012', '2025-11-21', '12', '12'],
      [2, 3],
    ],
  );
});

test('calculated cells: the value that was shown, an error as such, and what nobody has calculated', async () => {
  const { cells } = await cellsOf([
    '<c><f>A1*2</f><v>3000</v></c>',
    '<c t="e"><f>A1/0</f><v>#DIV/0!</v></c>',
    '<c><f>A1*2</f></c>',
    '<c t="b"><v>1</v></c>',
    '<c t="str"><f>""</f><v></v></c>',
    '<c t="d"><v>2026-11-27T10:00:00</v></c>',
  ]);
  assert.deepEqual(cells, ['3000', '#DIV/0!', '=A1*2', 'TRUE', '', '2026-11-27T10:00:00']);
});

test('rich texts are whole, readings and escapes are resolved, and edges are cut', async () => {
  const { cells } = await cellsOf([
    '<c t="inlineStr"><is><r><t>Fa</t></r><r><rPr><b/></rPr><t>ll</t></r><rPh sb="0" eb="1"><t>x</t></rPh></is></c>',
    text(' a_x000D_b_x005F_x0041_ &amp; &#233;<!-- no --> '),
    '<x:c t="inlineStr"><x:is><x:t><![CDATA[<b>]]></x:t></x:is></x:c>',
  ]);
  assert.deepEqual(cells, ['Fall', 'a\rb_x0041_ & é', '<b>']);
});

test('what two programs would read differently is refused', async () => {
  const row = (cells: string, number = 1): string => `<row r="${number}">${cells}</row>`;
  for (const sheet of [
    row('<c r="A1"><v>1</v></c><c r="A1"><v>2</v></c>'),
    row('<c r="B1"><v>1</v></c><c r="A1"><v>2</v></c>'),
    row('<c r="A2"><v>1</v></c>'),
    row('<c r="a1"><v>1</v></c>'),
    row('<c t="s"><v>7</v></c>'),
    row('<c><v>1</v></c>', 2) + row('<c><v>1</v></c>', 2),
    `${row('<c><v>1</v></c>')}<!DOCTYPE x>`,
    '<row r="1"><c><v>1</v></row>',
  ])
    await assert.rejects(
      rowsOf(sheet),
      (error: unknown) => error instanceof RowsFault && error.problem === 'damaged',
      sheet,
    );
});
