// Proves that the separator of a CSV file is the one that gives each line as many cells as the
// heading, and that its characters are decided by the whole file.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { decodeText } from '../text-encoding.ts';
import { openRows } from './index.ts';
import { separatorOf } from './separator.ts';

const lines = (...texts: string[]): string => texts.join('\r\n');

test('the separator that gives each line as many cells as the heading', () => {
  const files: [expected: string, text: string][] = [
    // Many commas in the labels, more than there are semicolons.
    [';', lines('Date;Libellé;Montant', '1;a, b, c, d, e;5', '2;f, g, h, i, j;6', '3;k, l, m;7')],
    [';', lines('Date;Libellé;Montant', '1;a,b,c;5', '2;a,b,c;6', '3;a,b,c;7')],
    // Decimal commas in each line.
    [';', lines('ref;montant;frais', 'a;1 500,50;0,5', 'b;2,5;0,1')],
    [';', lines('a;b', '1,5;2,5', '3,5;4,5')],
    [',', lines('phone,amount,note', '77,1500,a; b', '78,1500,c; d')],
    ['\t', lines('ref\tmontant', 'a; b\t1,5', 'c; d\t2,5')],
    ['|', lines('ref|montant', 'a, b|1,5', 'c, d|2,5')],
    // Titles above, and totals below.
    [';', lines('Relevé, du 1, au 30, novembre', '', 'ref;montant', 'a;1', 'b;2', 'Total, tout')],
    // Quoted cells hold any of them, and line ends.
    [',', lines('a,b', '"x;y;z",1', '"p;q\r\n;r;s",2', '"say ""a;b"" c",3')],
    [',', lines('a,b', '5" pipe;,1', '6" pipe;,2', '7" pipe,3')],
    // A row that is cut, and one with too many.
    [';', lines('a;b;c', '1;2', '1;2;3;4', '1;2;3', '4;5;6')],
    [';', 'one column'],
  ];
  for (const [expected, text] of files) assert.equal(separatorOf(text), expected, text);
});

test('payouts and statements are read by the same rules: marks, a named separator, late accents', async () => {
  const read = async (bytes: Buffer): Promise<string[][]> => {
    const opened = await openRows(bytes, { rowsMax: 100_000 });
    try {
      return (await opened.take(100_000)).rows.map(({ cells }) => cells);
    } finally {
      opened.close();
    }
  };
  for (const named of ['sep=|', '"sep=|"', 'SEP=|  '])
    assert.deepEqual(await read(Buffer.from(`\ufeff${named}\r\na,b|c\r\n1|2\r\n`)), [
      ['a,b', 'c'],
      ['1', '2'],
    ]);
  const ofDos = Buffer.from('a;b\r\n1;2\r\n\x1a');
  assert.deepEqual((await read(ofDos)).length, 2, 'the end of a text of DOS is no row');
  const late = `ref;nom\n${`${'a'.repeat(500)};b\n`.repeat(300)}z;Zoé\n`;
  for (const bytes of [Buffer.from(late), Buffer.from(late, 'latin1')])
    assert.deepEqual((await read(bytes)).at(-1), ['z', 'Zoé']);
  const wide = Buffer.from('réf;nom\na;Zoé\n', 'utf16le');
  const swapped = Buffer.from(wide).swap16();
  for (const bytes of [wide, swapped])
    assert.deepEqual(await read(bytes), [
      ['réf', 'nom'],
      ['a', 'Zoé'],
    ]);
});

test('one letter that no UTF-8 has makes the whole file one of Windows, wherever it stands', () => {
  const text = 'a'.repeat(100_000);
  assert.equal(decodeText(Buffer.from(`${text}é`)), `${text}é`);
  assert.equal(decodeText(Buffer.from(`${text}clé`, 'latin1')), `${text}clé`);
});
