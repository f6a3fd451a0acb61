// A peer's time runs only while we can hear it.

import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import {
  createReadingClock,
  lookAtClock,
  readingTime,
  startClock,
  stopClock,
} from '../session/clock.ts';

function hold(t: TestContext) {
  const state = { nowMs: 1_000 };
  t.mock.method(performance, 'now', () => state.nowMs);
  return state;
}

test('it runs while we look in time, and stands for the time in which this process was silent', (t) => {
  const time = hold(t);
  const clock = createReadingClock();
  const began = readingTime(clock);
  for (let looks = 0; looks < 5; looks++) {
    time.nowMs += 1_000;
    lookAtClock(clock, 1_000);
  }
  assert.equal(readingTime(clock) - began, 5_000);
  time.nowMs += 30_000;
  lookAtClock(clock, 1_000);
  assert.equal(readingTime(clock) - began, 5_250);
  time.nowMs += 1_000;
  lookAtClock(clock, 1_000);
  assert.equal(readingTime(clock) - began, 6_250);
});

test('a silence while reading is paused counts once', (t) => {
  const time = hold(t);
  const clock = createReadingClock();
  const began = readingTime(clock);
  stopClock(clock);
  time.nowMs += 30_000;
  lookAtClock(clock, 1_000);
  startClock(clock);
  assert.equal(readingTime(clock) - began, 0);
});
