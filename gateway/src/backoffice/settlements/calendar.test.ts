// Proves that the runs of schedules fall on the expected days.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { nextDue } from './calendar.ts';

const next = (every: 'day' | 'week' | 'month', day: number, now: string): string =>
  nextDue({ every, day }, new Date(now)).toISOString();

test('every day, a day of the week, a day of the month, its last day where it has fewer', () => {
  assert.equal(next('day', 1, '2026-11-21T05:59:59Z'), '2026-11-21T06:00:00.000Z');
  assert.equal(next('day', 1, '2026-11-21T06:00:00Z'), '2026-11-22T06:00:00.000Z');
  // The 21st is a Saturday.
  assert.equal(next('week', 6, '2026-11-21T05:00:00Z'), '2026-11-21T06:00:00.000Z');
  assert.equal(next('week', 6, '2026-11-21T07:00:00Z'), '2026-11-28T06:00:00.000Z');
  assert.equal(next('week', 1, '2026-11-21T07:00:00Z'), '2026-11-23T06:00:00.000Z');
  assert.equal(next('week', 7, '2026-12-31T07:00:00Z'), '2027-01-03T06:00:00.000Z');
  assert.equal(next('month', 31, '2027-02-01T00:00:00Z'), '2027-02-28T06:00:00.000Z');
  assert.equal(next('month', 31, '2027-02-28T06:00:00Z'), '2027-03-31T06:00:00.000Z');
  assert.equal(next('month', 29, '2028-02-28T06:00:00Z'), '2028-02-29T06:00:00.000Z');
  assert.equal(next('month', 1, '2026-12-01T06:00:00Z'), '2027-01-01T06:00:00.000Z');
});
