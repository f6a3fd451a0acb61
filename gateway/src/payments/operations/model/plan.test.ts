// Proves that the status of a pending or unknown operation is queried as often as promised, and
// that absence is believed only when it is proven.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import {
  firstUnknownQueryMs,
  isAbsenceProven,
  nextPendingQueryMs,
  nextUnknownQueryMs,
  nextUnsentTryMs,
} from './plan.ts';
import { testAttempt } from '../testing.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

test('a pending operation is looked up soon, each 30 s while its payer may act, then ever more rarely', () => {
  assert.deepEqual(
    [0, 1, 2, 3, 4].map((queries) => nextPendingQueryMs(queries, minuteMs)),
    [3_000, 4_000, 8_000, 15_000, 30_000],
  );
  assert.equal(nextPendingQueryMs(9, 16 * minuteMs - 1), 30_000);
  assert.equal(nextPendingQueryMs(9, 16 * minuteMs), 10 * minuteMs);
  assert.equal(nextPendingQueryMs(9, 24 * hourMs - 1), 10 * minuteMs);
  assert.equal(nextPendingQueryMs(9, 24 * hourMs), 24 * hourMs);
});

test('an unknown outcome is looked up ever more rarely, down to once an hour', () => {
  const delays = Array.from({ length: 10 }, (_, queries) => nextUnknownQueryMs(queries, 0) / 1_000);
  assert.deepEqual(delays, [5, 15, 30, 60, 120, 300, 600, 1_800, 3_600, 3_600]);
});

test('the second sighting of an absence follows quickly, whatever went before', () => {
  fc.assert(fc.property(fc.nat(1_000), (queries) => nextUnknownQueryMs(queries, 1) === 2_000));
});

test('F19 absence is believed when it was seen twice, not once', () => {
  assert.deepEqual(
    [0, 1, 2, 3].map((absences) => isAbsenceProven(testAttempt({ absences }))),
    [false, false, true, true],
  );
});

test('the first look after a lost word keeps the provider’s own pause, counted from sending', () => {
  const resolution = {
    steps: ['query' as const],
    notBeforeMs: 5_000,
    quiescenceMs: 900_000,
    giveUpAfterMs: 72 * hourMs,
  };
  assert.equal(firstUnknownQueryMs(resolution, 0), 5_000);
  assert.equal(firstUnknownQueryMs(resolution, 1_200), 3_800);
  assert.equal(firstUnknownQueryMs(resolution, 60_000), 0);
});

test('what did not leave is tried again after 2, 4, 8, 16, then 30 seconds', () => {
  assert.deepEqual(
    [1, 2, 3, 4, 5, 6].map(nextUnsentTryMs),
    [2_000, 4_000, 8_000, 16_000, 30_000, 30_000],
  );
});

test('no status query is ever planned for now or for the past', () => {
  fc.assert(
    fc.property(fc.nat(10_000), fc.nat(30 * 24 * hourMs), fc.nat(5), (queries, ageMs, absences) => {
      assert.ok(nextPendingQueryMs(queries, ageMs) >= 1_000);
      assert.ok(nextUnknownQueryMs(queries, absences) >= 1_000);
    }),
  );
});
