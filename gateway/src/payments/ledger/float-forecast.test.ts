// Proves the forecast of a float: medians of the same hours of the last weeks, said only where two
// weeks are known.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { forecastCourse, forecastFloat } from './float-forecast.ts';

const hourMs = 3_600_000;
const now = new Date(Date.UTC(2026, 10, 23, 10, 30));
const hoursAgo = (count: number): Date =>
  new Date(Math.floor(now.getTime() / hourMs) * hourMs - count * hourMs);
const steady = (hours: number, spent: bigint) =>
  Array.from({ length: hours }, (_, index) => ({ hour: hoursAgo(index + 1), spent }));
const week = 168;

test('with less than two weeks nothing is said', () => {
  assert.equal(forecastFloat(1_000n, [], now), null);
  assert.equal(forecastFloat(1_000n, steady(2 * week - 1, 10n), now), null);
});

test('a steady outflow gives the hours left, and what is missing for the next seven days', () => {
  assert.deepEqual(forecastFloat(1_000n, steady(3 * week, 10n), now), {
    hoursLeft: 99,
    missing: 680n,
  });
  assert.deepEqual(forecastFloat(100_000n, steady(3 * week, 10n), now), {
    hoursLeft: null,
    missing: null,
  });
  assert.equal(forecastFloat(0n, steady(3 * week, 10n), now)?.hoursLeft, 0);
});

/** What each hour of a past week took, the last week first. */
const byWeek = (...spent: bigint[]) =>
  steady(spent.length * week, 0n).map(({ hour }, index) => ({
    hour,
    spent: spent[Math.floor(index / week)]!,
  }));

test('hours are counted to the last coin, two weeks ahead and no further', () => {
  const lasts = (amount: bigint, hours = steady(3 * week, 10n)) =>
    forecastFloat(amount, hours, now)?.hoursLeft;
  assert.deepEqual(
    [1_000n, 1_001n, 3_360n, 3_361n, 3_370n].map((amount) => lasts(amount)),
    [99, 100, 335, null, null],
  );
  const filling = steady(3 * week, -10n);
  assert.deepEqual(
    [-1n, 0n, 1n].map((amount) => lasts(amount, filling)),
    [0, 0, null],
  );
  const quiet = [{ hour: hoursAgo(3 * week), spent: 0n }];
  assert.equal(lasts(1n, quiet), null, 'hours that are absent took nothing');
});

test('the same hour of past weeks is compared in both weeks ahead: the middle one, the higher of two', () => {
  const lasts = (...spent: bigint[]) => forecastFloat(4_000n, byWeek(...spent), now)?.hoursLeft;
  assert.equal(lasts(20n, 10n, 30n), 199);
  assert.equal(lasts(10n, 20n), 199, 'two weeks are enough, and the higher one counts');
  assert.equal(lasts(10n, 10n, 10n, 20n, 20n, 20n, 0n), 199, 'a seventh week is forgotten');
});

test('one odd week does not make the forecast, and an hour is compared with the same of the week', () => {
  const odd = steady(3 * week, 10n).map((each, index) =>
    index < week ? { ...each, spent: 5_000n } : each,
  );
  assert.equal(forecastFloat(1_000n, odd, now)?.hoursLeft, 99);
  const market = steady(3 * week, 0n).map((each) =>
    each.hour.getUTCDay() === 6 ? { ...each, spent: 100n } : each,
  );
  // Monday 10:00 to Saturday 00:00 are 110 hours; the tenth hour of Saturday takes the last of it.
  assert.equal(forecastFloat(1_000n, market, now)?.hoursLeft, 119);
});

test('what operations bring to a float makes it last', () => {
  const days = steady(3 * week, 0n).map((each) =>
    each.hour.getUTCHours() < 12 ? { ...each, spent: -50n } : { ...each, spent: 50n },
  );
  assert.deepEqual(forecastFloat(1_000n, days, now), { hoursLeft: null, missing: null });
});

test('what is missing in the very next hour alone counts', () => {
  const hours = steady(3 * week, -10n).map((each, index) =>
    (index + 1) % week === 0 ? { ...each, spent: 12n } : each,
  );
  assert.deepEqual(forecastFloat(5n, hours, now), { hoursLeft: 0, missing: 7n });
});

test('the course goes seven days ahead by the day, below zero where something is missing', () => {
  const course = forecastCourse(1_000n, steady(3 * week, 10n), now);
  assert.equal(course.length, 8);
  assert.deepEqual(
    [course[0], course[1], course.at(-1)],
    [
      { at: Date.UTC(2026, 10, 23, 10), amount: 1_000n },
      { at: Date.UTC(2026, 10, 24, 10), amount: 760n },
      { at: Date.UTC(2026, 10, 30, 10), amount: -680n },
    ],
  );
  assert.deepEqual(forecastCourse(1_000n, steady(2 * week - 1, 10n), now), []);
});
