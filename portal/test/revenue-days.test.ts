// Which days the chart of revenue draws.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { daysOf } from '../src/pages/revenue/days-of.ts';

test('a day without revenue between others is zero, and no day is left out', () => {
  const days = daysOf([
    { name: '2026-02-27', charged: '125', margin: '100.5' },
    { name: '2026-03-02', charged: '25', margin: '-5' },
  ]);
  assert.deepEqual(
    days.map(({ at, margin }) => [new Date(at).toISOString().slice(0, 10), margin]),
    [
      ['2026-02-27', 100.5],
      ['2026-02-28', 0],
      ['2026-03-01', 0],
      ['2026-03-02', -5],
    ],
  );
  assert.deepEqual(daysOf([]), []);
});
