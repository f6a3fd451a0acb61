// Proves that a provider gets no more at once, and no more a second, than configured, in the order
// of arrival.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { holdClock } from '../../../platform/testing/held-clock.ts';
import { createProviderQueue } from './provider-queue.ts';

/** A lane whose work ends when the test says so. */
function createFixture(
  limits: { concurrency: number; ratePerSec?: number },
  isQuery?: (work: number) => boolean,
) {
  const started: number[] = [];
  const leaves: (() => void)[] = [];
  const queue = createProviderQueue<number>((work, leave) => {
    started.push(work);
    leaves.push(leave);
  }, isQuery);
  queue.setLimits({ timeoutMs: 1_000, ...limits });
  return { queue, started, endFirst: () => leaves.shift()!() };
}

test('F21 no more work at once than the concurrency, the rest waits in its order', () => {
  const { queue, started, endFirst } = createFixture({ concurrency: 2 });
  for (let work = 0; work < 5; work++) queue.add(work);
  assert.deepEqual(started, [0, 1]);
  assert.deepEqual([queue.active, queue.queued], [2, 3]);
  endFirst();
  assert.deepEqual(started, [0, 1, 2]);
  while (queue.active > 0) endFirst();
  assert.deepEqual(started, [0, 1, 2, 3, 4]);
  assert.deepEqual([queue.active, queue.queued], [0, 0]);
});

test('F21 a reserved place counts until it is given back', () => {
  const { queue, started } = createFixture({ concurrency: 2 });
  assert.ok(queue.reserve());
  assert.ok(queue.reserve());
  assert.equal(queue.reserve(), false);
  queue.add(1);
  assert.deepEqual(started, []);
  queue.leave();
  assert.deepEqual(started, [1]);
});

test('F21 reserved work starts at once and gives its place back when it ends', () => {
  const { queue, started, endFirst } = createFixture({ concurrency: 1 });
  assert.ok(queue.reserve());
  queue.startReserved(1);
  assert.deepEqual(started, [1]);
  assert.equal(queue.active, 1);
  endFirst();
  assert.equal(queue.active, 0);
  assert.ok(queue.reserve());
});

test('nobody overtakes: with work in the queue no place can be reserved', () => {
  const { queue, endFirst } = createFixture({ concurrency: 1 });
  queue.add(1);
  queue.add(2);
  queue.setLimits({ concurrency: 5, timeoutMs: 1_000 });
  assert.equal(queue.reserve(), false);
  endFirst();
  assert.equal(queue.queued, 0);
  assert.ok(queue.reserve());
});

test('F66 what is to be sent goes before questions, and questions still have their turn', () => {
  const isQuery = (work: number) => work >= 100;
  const { queue, started, endFirst } = createFixture({ concurrency: 1 }, isQuery);
  queue.add(0);
  for (let work = 100; work < 104; work++) queue.add(work);
  for (let work = 1; work < 8; work++) queue.add(work);
  assert.deepEqual([queue.queued, queue.queuedSends], [11, 7]);
  while (queue.active > 0) endFirst();
  assert.deepEqual(started, [0, 1, 2, 3, 100, 4, 5, 6, 7, 101, 102, 103]);
});

test('F66 questions that are not answered leave places for sending', () => {
  const isQuery = (work: number) => work >= 100;
  const { queue, started, endFirst } = createFixture({ concurrency: 8 }, isQuery);
  for (let work = 100; work < 120; work++) queue.add(work);
  assert.equal(started.length, 4);
  queue.add(1);
  assert.equal(started.at(-1), 1);
  for (let place = 0; place < 3; place++) assert.ok(queue.reserve());
  assert.equal(queue.reserve(), false);
  endFirst();
  assert.equal(started.at(-1), 104, 'a place of a question is taken by the next one');
  assert.equal(queue.active, 8);
});

test('F66 who reserves places all the time does not keep questions waiting for ever', () => {
  const isQuery = (work: number) => work >= 100;
  const { queue, started } = createFixture({ concurrency: 1 }, isQuery);
  assert.ok(queue.reserve());
  queue.add(100);
  for (let time = 0; time < 10; time++) {
    queue.leave();
    if (!queue.reserve()) break;
  }
  assert.deepEqual(started, [100]);
});

test('a rate is kept: a burst of at most one second’s worth, then in its rhythm', () => {
  const clock = holdClock();
  const all = Array.from({ length: 30 }, (_, work) => work);
  const { queue, started } = clock.run(() => createFixture({ concurrency: 1_000, ratePerSec: 50 }));
  clock.run(() => all.forEach((work) => queue.add(work)));
  const startedAfter = (durationMs: number): number => {
    clock.pass(durationMs);
    return started.length;
  };
  // A fiftieth of a second each.
  assert.deepEqual([10, 10, 20, 19, 1].map(startedAfter), [0, 1, 2, 2, 3]);
  assert.equal(startedAfter(1_000), 30);
  assert.deepEqual(started, all);
  clock.pass(60_000);
  clock.run(() => Array.from({ length: 80 }, (_, work) => queue.add(work)));
  assert.equal(started.length - 30, 50, 'what was not used is kept for a second');
  assert.deepEqual([startedAfter(20), startedAfter(40)], [81, 83]);
});

test('a rate below one a second still lets work through', () => {
  const clock = holdClock();
  const { queue, started } = clock.run(() => createFixture({ concurrency: 1, ratePerSec: 0.5 }));
  clock.run(() => queue.add(1));
  clock.pass(1_999);
  assert.deepEqual([started, queue.queued], [[], 1], 'the bucket begins empty');
  clock.pass(1);
  assert.deepEqual([started, queue.queued], [[1], 0]);
});

test('what is queued can be forgotten; what runs goes on', () => {
  const { queue, started, endFirst } = createFixture({ concurrency: 1 });
  queue.add(1);
  queue.add(2);
  queue.clear();
  assert.equal(queue.queued, 0);
  assert.equal(queue.active, 1);
  endFirst();
  assert.deepEqual(started, [1]);
});
