// Proves that the rate is kept smoothly and that pauses and half rates are lifted again, with a
// clock of its own, so that nothing waits. Also covers sequence numbers.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { countSubmitted, createPacing, nextPartInMs, partsAllowed, pauseAll } from '../pacing.ts';
import type { Pacing } from '../pacing.ts';
import { countNone, countTaken, slowDown } from '../../../smpp/session/slow-down.ts';
import {
  createWindow,
  nextSequence,
  takeAnswered,
  takeOverdue,
} from '../../../smpp/session/window.ts';

const limits = (ratePerSec: number | null) => ({
  ratePerSec,
  pauseMaxMs: 16_000,
});

const firstMs = 1000;

/** Sends whatever is allowed, millisecond by millisecond; answers when each part left. */
function sendAllFor(pacing: Pacing, fromMs: number, untilMs: number): number[] {
  const left: number[] = [];
  for (let now = fromMs; now < untilMs; now++)
    for (let allowed = partsAllowed(pacing, now); allowed > 0; allowed--) {
      countSubmitted(pacing);
      left.push(now);
    }
  return left;
}

for (const rate of [0.5, 1, 10, 33, 100, 2000])
  test(`${rate} parts a second: kept in every window, and used up`, () => {
    const left = sendAllFor(createPacing(limits(rate), 0), 0, 10_000);
    assert.ok(Math.abs(left.length - rate * 10) <= 2, `${left.length} in 10 s`);
    for (let from = 0; from < 9000; from += 100) {
      const inSecond = left.filter((at) => at >= from && at < from + 1000).length;
      assert.ok(inSecond <= rate * 1.05 + 1, `${inSecond} in the second from ${from}`);
    }
    const tenths = left.filter((at) => at < 100).length;
    assert.ok(
      tenths <= rate * 0.15 + 1,
      `no burst of a whole second: ${tenths} in its first tenth`,
    );
  });

test('after a quiet hour only a twentieth of a second may leave at once', () => {
  const pacing = createPacing(limits(100), 0);
  assert.equal(partsAllowed(pacing, 3_600_000), 5);
});

test('without a rate there is no limit, and a connection that is told "too fast" gets half of what it sent', () => {
  const pacing = createPacing(limits(null), 0);
  assert.equal(partsAllowed(pacing, 0), Infinity);
  const taken = countNone(0);
  for (let now = 0; now < 2000; now++) countTaken(pacing, taken, now, now);
  assert.equal(slowDown(pacing, taken, 2000, { nowMs: 2000, firstMs }), 1000);
  assert.equal(partsAllowed(pacing, 2500), 0);
  assert.equal(nextPartInMs(pacing, 2500), 500);
  assert.ok(Math.abs((pacing.rate ?? 0) - 500) < 2, `${pacing.rate}`);
  const second = sendAllFor(pacing, 3000, 4000).length;
  assert.ok(second > 480 && second < 540, `${second}`);
  sendAllFor(pacing, 4000, 32_900);
  assert.ok(Number.isFinite(partsAllowed(pacing, 32_950)));
  assert.equal(partsAllowed(pacing, 33_100), Infinity, 'lifted after half a minute');
});

test('pauses double from 1 to 16 s while nothing is taken, and begin anew after that', () => {
  const pacing = createPacing(limits(100), 0);
  const taken = countNone(0);
  const pauses: number[] = [];
  let now = 0;
  for (let round = 0; round < 7; round++) {
    const pause = slowDown(pacing, taken, now, { nowMs: now, firstMs });
    assert.equal(
      slowDown(pacing, taken, now - 1, { nowMs: now + 100, firstMs }),
      pause - 100,
      'more answers of the same window lengthen nothing',
    );
    pauses.push(pause);
    now += pause;
  }
  assert.deepEqual(pauses, [1000, 2000, 4000, 8000, 16_000, 16_000, 16_000]);
  assert.equal(pacing.rate, 1, 'at least one a second');
  countTaken(pacing, taken, now, now);
  assert.equal(slowDown(pacing, taken, now, { nowMs: now, firstMs }), 1000);
});

test('the halved rate climbs back within half a minute and not beyond', () => {
  const pacing = createPacing(limits(100), 0);
  slowDown(pacing, countNone(0), 0, { nowMs: 0, firstMs });
  const first = sendAllFor(pacing, 1000, 2000).length;
  assert.ok(first >= 49 && first <= 55, `${first}`);
  sendAllFor(pacing, 2000, 40_000);
  const later = sendAllFor(pacing, 40_000, 41_000).length;
  assert.ok(later >= 99 && later <= 101, `${later}`);
});

test('a connection at fault pauses, longer each time, and keeps its rate', () => {
  const pacing = createPacing(limits(100), 0);
  assert.equal(pauseAll(pacing, 0, 0, { firstMs }), 1000);
  assert.equal(
    pauseAll(pacing, 0, 400, { firstMs }),
    600,
    'an answer of the same window lengthens nothing',
  );
  assert.equal(partsAllowed(pacing, 500), 0);
  assert.equal(pauseAll(pacing, 1000, 1000, { firstMs }), 2000);
  assert.equal(pacing.rate, 100);
});

test('sequence numbers go round at 0x7FFFFFFF and skip those that wait', () => {
  const window = createWindow<string>(0x7ffffffd);
  window.waiting.set(0x7fffffff, { entry: 'last', deadlineMs: 10 });
  window.waiting.set(1, { entry: 'first', deadlineMs: 20 });
  assert.deepEqual(
    [nextSequence(window), nextSequence(window), nextSequence(window)],
    [0x7ffffffe, 2, 3],
  );
  assert.deepEqual(takeOverdue(window, 15), ['last']);
  assert.equal(takeAnswered(window, 1), 'first');
  assert.equal(takeAnswered(window, 1), null);
});
