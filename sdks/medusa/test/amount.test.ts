// Proves how amounts of Medusa are read.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { InvalidCall } from 'jokko-sdk';
import { readAmount } from '../src/amount.ts';

test('an amount in francs is an integer, however Medusa writes it', () => {
  for (const text of ['15000', '15000.0', '15000.000000', '015000'])
    assert.equal(readAmount(text, 'XOF'), 15_000);
});

test('a fraction of a franc is refused, and not rounded', () => {
  for (const text of ['15000.5', '0.01', '14999.9999999999'])
    assert.throws(() => readAmount(text, 'XOF'), /XOF has 0 decimals/);
});

test('a currency with decimals keeps its own', () => {
  assert.equal(readAmount('12.50', 'GHS'), '12.5');
  assert.throws(() => readAmount('12.505', 'GHS'), InvalidCall);
});

test('what is no plain decimal number is refused', () => {
  for (const text of ['-1', '1e3', '', 'NaN', 'Infinity', '1,000', '9'.repeat(16), ' 1'])
    assert.throws(() => readAmount(text, 'XOF'), InvalidCall, text);
});
