// Is a pending or unknown operation asked for as often as promised, and is absence believed only when it is proven?

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { firstUnknownLookMs, isAbsenceProven, nextPendingLookMs, nextUnknownLookMs, nextUnsentTryMs } from './plan.ts';
import { testAttempt } from './testing.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

test('a pending operation is looked up soon, each 30 s while its payer may act, then ever more rarely', () => {
  assert.deepEqual(
    [0, 1, 2, 3, 4].map((looks) => nextPendingLookMs(looks, minuteMs)),
    [3_000, 4_000, 8_000, 15_000, 30_000],
  );
  assert.equal(nextPendingLookMs(9, 16 * minuteMs - 1), 30_000);
  assert.equal(nextPendingLookMs(9, 16 * minuteMs), 10 * minuteMs);
  assert.equal(nextPendingLookMs(9, 24 * hourMs - 1), 10 * minuteMs);
  assert.equal(nextPendingLookMs(9, 24 * hourMs), 24 * hourMs);
});

test('an unknown outcome is looked up ever more rarely, down to once an hour', () => {
  const delays = Array.from({ length: 10 }, (_, looks) => nextUnknownLookMs(looks, 0) / 1_000);
  assert.deepEqual(delays, [5, 15, 30, 60, 120, 300, 600, 1_800, 3_600, 3_600]);
});

test('the second sighting of an absence follows quickly, whatever went before', () => {
  fc.assert(fc.property(fc.nat(1_000), (looks) => nextUnknownLookMs(looks, 1) === 2_000));
});

test('F19 absence is believed when it was seen twice, not once', () => {
  assert.deepEqual(
    [0, 1, 2, 3].map((absences) => isAbsenceProven(testAttempt({ absences }))),
    [false, false, true, true],
  );
});

test('the first look after a lost word keeps the provider’s own pause, counted from sending', () => {
  const resolution = { steps: ['query' as const], notBeforeMs: 5_000, quiescenceMs: 900_000, giveUpAfterMs: 72 * hourMs };
  assert.equal(firstUnknownLookMs(resolution, 0), 5_000);
  assert.equal(firstUnknownLookMs(resolution, 1_200), 3_800);
  assert.equal(firstUnknownLookMs(resolution, 60_000), 0);
});

test('what did not leave is tried again after 2, 4, 8, 16, then 30 seconds', () => {
  assert.deepEqual([1, 2, 3, 4, 5, 6].map(nextUnsentTryMs), [2_000, 4_000, 8_000, 16_000, 30_000, 30_000]);
});

test('no look-up is ever planned for now or for the past', () => {
  fc.assert(
    fc.property(fc.nat(10_000), fc.nat(30 * 24 * hourMs), fc.nat(5), (looks, ageMs, absences) => {
      assert.ok(nextPendingLookMs(looks, ageMs) >= 1_000);
      assert.ok(nextUnknownLookMs(looks, absences) >= 1_000);
    }),
  );
});
