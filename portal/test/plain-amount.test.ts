// Proves that an ambiguous amount is taken for neither of its meanings.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { plainAmount } from '../src/language/plain-amount.ts';

const read: readonly [typed: string, given: string][] = [
  ['1 500,5', '1500.5'],
  ['1\u202f500', '1500'],
  ['−12.25', '-12.25'],
  ['0.1234', '0.1234'],
  ['250,000', '250,000'],
  ['250.000', '250,000'],
  ['1,250,000', '1,250,000'],
  ['1.250.000,50', '1,250,000,50'],
  ['1 500.000', '1500,000'],
];
for (const [typed, given] of read)
  test(`“${typed}” is ${given}`, () => assert.equal(plainAmount(typed), given));
