// Proves that what is no whole number stays visible to the server, instead of becoming null on its
// way.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { wholeNumber } from '../src/language/whole-number.ts';

const read: readonly [typed: string | undefined, number: number][] = [
  ['50', 50],
  [' 1000 ', 1_000],
  ['1 000', -1],
  ['0', 0],
  ['', -1],
  [undefined, -1],
  ['5O', -1],
  ['1.5', -1],
  ['-3', -1],
  ['1e3', -1],
];
for (const [typed, number] of read)
  test(`“${typed}” is ${number}`, () =>
    assert.equal(JSON.parse(JSON.stringify(wholeNumber(typed))), number));
