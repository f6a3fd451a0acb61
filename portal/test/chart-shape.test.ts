// The form of a chart: empty days, the step that still runs, texts at the axes.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  axisWidthPx,
  eachOnce,
  endPaddingPx,
  isEmpty,
  isLastOpen,
  splitAtOpenEnd,
  valueText,
} from '../src/ui/chart-shape.ts';

const hourMs = 3_600_000;
const noon = Date.parse('2026-11-28T12:00:00Z');

test('a day on which nothing happened is empty; a share of 0 % is not', () => {
  const zeros = { values: [0, 0, null] };
  assert.equal(isEmpty({ series: [{ values: [] }] }), true);
  assert.equal(isEmpty({ series: [zeros, { values: [null, null, null] }] }), true);
  assert.equal(isEmpty({ series: [zeros, { values: [0, 1, 0] }] }), false);
  assert.equal(isEmpty({ series: [zeros], range: [0, 1] }), false);
  assert.equal(isEmpty({ series: [{ values: [null] }], range: [0, 1] }), true);
});

test('the last hour is open until it is over, a time alone never is', () => {
  const times = [noon - hourMs, noon];
  assert.equal(isLastOpen(times, noon + hourMs - 1), true);
  assert.equal(isLastOpen(times, noon + hourMs), false);
  assert.equal(isLastOpen([noon], noon), false);
  assert.equal(isLastOpen([], noon), false);
});

test('the way to the open step is apart from what is over, and nothing is lost', () => {
  assert.deepEqual(splitAtOpenEnd([4, 5, 2]), { over: [4, 5, null], open: [null, 5, 2] });
  assert.deepEqual(splitAtOpenEnd([null, 7]), { over: [null, null], open: [null, 7] });
});

test('a text stands once at an axis, and the last one has room on both sides', () => {
  assert.deepEqual(eachOnce(['27 nov.', '27 nov.', '28 nov.', '27 nov.']), [
    '27 nov.',
    '',
    '28 nov.',
    '27 nov.',
  ]);
  assert.ok(endPaddingPx(['03:00']) >= 18, 'half of "03:00" at 12 px');
  assert.ok(axisWidthPx(['1 000 F CFA']) > axisWidthPx(['0']));
});

test('what is not known is a dash, and 0 is not', () => {
  const line = { values: [0, null], format: (value: number) => `${value} %` };
  assert.deepEqual(
    [0, 1, 2].map((index) => valueText(line, index)),
    ['0 %', '–', '–'],
  );
});
