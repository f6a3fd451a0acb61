// X5: proves that spreadsheets read the export as intended, and never as a formula.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { csvLine } from './csv.ts';

test('X5 numbers stay numbers, formulas become text, quotes are doubled', () => {
  assert.equal(
    csvLine([1, '+221770000001', null, true, 'a,b', 'say "hi"', -2.5]),
    '1,+221770000001,,true,"a,b","say ""hi""",-2.5\r\n',
  );
  assert.equal(
    csvLine(['=1+1', '+CMD', '-2+3', '@SUM(A1)', '\tx', '\r=1']),
    `'=1+1,'+CMD,'-2+3,'@SUM(A1),'\tx,"'\r=1"\r\n`,
  );
});

test('X5 property: a reader by RFC 4180 gets every cell back, and none begins a formula', () => {
  fc.assert(
    fc.property(
      fc.array(
        fc.string({
          unit: fc.constantFrom('=', '+', '-', '@', '"', ',', '\r', '\n', 'a', '1', ' '),
        }),
        { minLength: 2 },
      ),
      (cells) => {
        const read = readLine(csvLine(cells));
        assert.equal(read.length, cells.length);
        read.forEach((cell, index) => {
          assert.ok(cell === cells[index] || cell === `'${cells[index]}`);
          assert.ok(
            !/^[=@]/.test(cell) && (!/^[+-]/.test(cell) || /^[+-]\d+(\.\d+)?$/.test(cell)),
            cell,
          );
        });
      },
    ),
  );
});

function readLine(line: string): string[] {
  const cells = line.slice(0, -2).match(/(?<=^|,)(?:"(?:[^"]|"")*"|[^",\r\n]*)(?=,|$)/g) ?? [];
  return cells.map((cell) =>
    cell.startsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell,
  );
}
