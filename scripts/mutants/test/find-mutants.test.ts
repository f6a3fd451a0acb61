// Proves what is flipped in a source text, and what is left as it is.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findMutants } from '../find-mutants.ts';

/** The texts with each mutant in it. */
const mutated = (text: string): string[] =>
  findMutants('source.ts', text).map(
    ({ start, end, replacement }) => text.slice(0, start) + replacement + text.slice(end),
  );

test('a comparison is flipped at its bound, an equality to its opposite', () => {
  assert.deepEqual(mutated('const a = b < c;'), ['const a = b <= c;']);
  assert.deepEqual(mutated('const a = (b as bigint) >= c;'), ['const a = (b as bigint) > c;']);
  assert.deepEqual(mutated('const a = b === c;'), ['const a = b !== c;']);
});

test('of a sum the sign is flipped and each term is left out', () => {
  assert.deepEqual(mutated('book(amount + fee);'), [
    'book(amount - fee);',
    'book(amount);',
    'book(fee);',
  ]);
  assert.deepEqual(mutated('book(amount - fee);'), [
    'book(amount + fee);',
    'book(amount);',
    'book((-fee));',
  ]);
  assert.deepEqual(mutated('total += fee;'), ['total -= fee;']);
  assert.deepEqual(mutated('book(-fee);'), ['book(fee);']);
});

test('a constant is one more, a rounding the other one', () => {
  assert.deepEqual(mutated('const a = 1_000n;'), ['const a = 1001n;']);
  assert.deepEqual(mutated('const a = Math.floor(b);'), ['const a = Math.ceil(b);']);
});

test('of an order the sign alone counts', () => {
  assert.deepEqual(mutated('sort((a, b) => (a < b ? -1 : 1));'), [
    'sort((a, b) => (a < b ? 1 : 1));',
  ]);
});

test('SQL is flipped in its text', () => {
  assert.deepEqual(mutated('sql(`select 1 from b where a <= $1 and c is null`);'), [
    'sql(`select 1 from b where a < $1 and c is null`);',
    'sql(`select 1 from b where a <= $1 and c is not null`);',
  ]);
  assert.deepEqual(mutated("sql('update b set a = a + $1');"), ["sql('update b set a = a - $1');"]);
});

test('types, texts, the words of errors and the columns of printed tables are left as they are', () => {
  for (const text of [
    'type A = 1 | 2;',
    "const a = 'b' + c;",
    'const a = `${b}` + c;',
    'throw new Error(`${a + b} is below 1`);',
    "import { a } from './b.ts';",
    'const printedWidths = [140, 75];',
    'print({ widths: [140, 75], numbersFrom: 1 });',
    'if (index % linesAtOnce === linesAtOnce - 1) await environment.othersTurn();',
  ])
    assert.deepEqual(mutated(text), [], text);
});
