// Proves that whatever text from outside the readers of the contract are given, a long one takes
// them no longer than its length allows, in milliseconds of the processor.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  bankNumberText,
  cardNumberFaults,
  firstUnseen,
  holdsCardNumber,
  maskCardNumbers,
  phoneText,
  seenText,
  toAsciiLetters,
} from '@jokko/contract';
import { leastCpuMs } from './least-cpu.ts';

const long = 900_000;
/**
 * 20 to 190 ms measured; 1,100 ms when each start of a card's number was put together digit by
 * digit.
 */
const quickMs = 400;

const readers: { [name: string]: (text: string) => unknown } = {
  holdsCardNumber,
  maskCardNumbers,
  'cardNumberFaults of a member': (text) => cardNumberFaults({ data: { note: text } }),
  phoneText,
  bankNumberText,
  'firstUnseen in a line': (text) => firstUnseen(text, 'line'),
  seenText: (text) => seenText(text),
  toAsciiLetters,
};

/** What is repeated to make the text. */
const units = [
  ...[
    '4',
    '4 ',
    '4   ',
    '4    ',
    '4.',
    '4111 1111 1111 1111 ',
    '4111111111111111 ',
    '3782 822463 ',
  ],
  ...[
    '4111 1111 1111 1111 1229 ',
    '123456789012x',
    '1 2 3 4 5 6 7 8 9 0 1 2   x',
    'SN4',
    '\u0664 ',
  ],
  ...['\\u0034 ', ' ', '(0)', '\u200e', '\u0301', 'é', 'ɓ', '’', '😀', '\u202ea', '٤'],
];

for (const [name, read] of Object.entries(readers))
  test(`a long text takes ${name} no longer than its length allows`, () => {
    for (const unit of units) {
      const text = unit.repeat(long / Buffer.byteLength(unit));
      const ms = leastCpuMs(() => read(text), quickMs);
      assert.ok(ms < quickMs, `${JSON.stringify(unit)}: ${ms} ms`);
    }
  });
