// Proves that the small tables are complete: error ids, digits, amounts, numbers of remittances;
// and what no protocol may read.

import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { codeOfError } from '../src/core/catalogue.ts';
import { decidingDigits, ruleOf } from '../src/core/digits.ts';
import { formatAmount, formatFixed, parseAmount } from '../src/core/money.ts';
import { remittanceNumber } from '../src/core/voucher.ts';

test('every id from 1 to 136 has a code, save the seven that the description does not show', () => {
  const unknown = Array.from({ length: 136 }, (_, index) => index + 1).filter(
    (id) => codeOfError(id) === 'unknown_error',
  );
  assert.deepEqual(unknown, [10, 13, 52, 65, 85, 122, 132]);
});

test('four digits decide only when they are in the table', () => {
  const deciding = Array.from({ length: 10_000 }, (_, digits) => digits).filter(
    (digits) => decidingDigits([String(digits).padStart(4, '0')]) !== 0,
  );
  assert.equal(deciding.length, 136 + 136 + 8 + 1);
  assert.deepEqual(
    [0, 135, 136, 143, 144, 145, -1].map((at) => deciding.at(at)),
    [7001, 7136, 8000, 8007, 8020, 9001, 9136],
  );
  assert.deepEqual(ruleOf(8000, false), { kind: 'forever' });
  assert.deepEqual(ruleOf(8000, true), { kind: 'unattended' });
  assert.equal(decidingDigits(['12', undefined, 'x7001', '8007']), 7001);
});

test('amounts: read exactly, written shortest, nothing else accepted', () => {
  for (const text of ['0', '1', '12.5', '999999999999999999.9999'])
    assert.equal(formatAmount(parseAmount(text) ?? -1n), text);
  for (const text of ['', '01', '1.', '.5', '1.00000', '-1', '1e3', ' 1', '1,5'])
    assert.equal(parseAmount(text), null, text);
  assert.equal(formatFixed(123_456n, 3), '12.345');
});

test('numbers of remittances differ, and never choose an outcome when they are collected', () => {
  const numbers = Array.from({ length: 50_000 }, (_, seq) => remittanceNumber(seq));
  assert.equal(new Set(numbers).size, numbers.length);
  assert.ok(
    numbers.every((number) => /^[56][0-9]{7}$/.test(number) && decidingDigits([number]) === 0),
  );
});

test('only the frame knows the address that was really called: a provider sees what follows its base', () => {
  const cwd = new URL('../src/', import.meta.url).pathname;
  const readers = globSync('**/*.ts', { cwd }).filter((file) =>
    /request\.url|\{[^}]*\burl\b[^}]*\} = (exchange\.)?request\b/.test(
      readFileSync(cwd + file, 'utf8'),
    ),
  );
  assert.deepEqual(readers, ['http/exchange.ts']);
});
