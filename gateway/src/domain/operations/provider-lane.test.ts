// Does a provider get no more at once, and no more a second, than it is configured for, and in the order in which it came?

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { createProviderLane } from './provider-lane.ts';

/** A lane whose work ends when the test says so. */
function stage(limits: { concurrency: number; ratePerSec?: number }) {
  const started: number[] = [];
  const leaves: (() => void)[] = [];
  const lane = createProviderLane<number>((work, leave) => {
    started.push(work);
    leaves.push(leave);
  });
  lane.setLimits({ timeoutMs: 1_000, ...limits });
  return { lane, started, endFirst: () => leaves.shift()!() };
}

test('F21 no more work at once than the concurrency, the rest waits in its order', () => {
  const { lane, started, endFirst } = stage({ concurrency: 2 });
  for (let work = 0; work < 5; work++) lane.add(work);
  assert.deepEqual(started, [0, 1]);
  assert.deepEqual([lane.active, lane.queued], [2, 3]);
  endFirst();
  assert.deepEqual(started, [0, 1, 2]);
  while (lane.active > 0) endFirst();
  assert.deepEqual(started, [0, 1, 2, 3, 4]);
  assert.deepEqual([lane.active, lane.queued], [0, 0]);
});

test('F21 a reserved place counts until it is given back', () => {
  const { lane, started } = stage({ concurrency: 2 });
  assert.ok(lane.reserve());
  assert.ok(lane.reserve());
  assert.equal(lane.reserve(), false);
  lane.add(1);
  assert.deepEqual(started, []);
  lane.leave();
  assert.deepEqual(started, [1]);
});

test('F21 reserved work starts at once and gives its place back when it ends', () => {
  const { lane, started, endFirst } = stage({ concurrency: 1 });
  assert.ok(lane.reserve());
  lane.startReserved(1);
  assert.deepEqual(started, [1]);
  assert.equal(lane.active, 1);
  endFirst();
  assert.equal(lane.active, 0);
  assert.ok(lane.reserve());
});

test('nobody overtakes: with work in the queue no place can be reserved', () => {
  const { lane, endFirst } = stage({ concurrency: 1 });
  lane.add(1);
  lane.add(2);
  lane.setLimits({ concurrency: 5, timeoutMs: 1_000 });
  assert.equal(lane.reserve(), false);
  endFirst();
  assert.equal(lane.queued, 0);
  assert.ok(lane.reserve());
});

test('a rate is kept: a burst of at most one second’s worth, then in its rhythm', async () => {
  const ratePerSec = 50;
  const { lane, started } = stage({ concurrency: 1_000, ratePerSec });
  const begun = performance.now();
  for (let work = 0; work < 30; work++) lane.add(work);
  while (started.length < 30) {
    const seconds = (performance.now() - begun) / 1_000;
    assert.ok(started.length <= seconds * ratePerSec + 2, `${started.length} after ${seconds} s`);
    await sleep(5);
  }
  const seconds = (performance.now() - begun) / 1_000;
  assert.ok(seconds >= 0.55, `30 at 50 a second took ${seconds} s`);
  assert.deepEqual(
    started,
    Array.from({ length: 30 }, (_, work) => work),
  );
});

test('a rate below one a second still lets work through', async () => {
  const { lane, started } = stage({ concurrency: 1, ratePerSec: 0.5 });
  lane.add(1);
  assert.deepEqual(started, [], 'the bucket begins empty');
  assert.equal(lane.queued, 1);
  lane.clear();
});

test('what is queued can be forgotten; what runs goes on', () => {
  const { lane, started, endFirst } = stage({ concurrency: 1 });
  lane.add(1);
  lane.add(2);
  lane.clear();
  assert.equal(lane.queued, 0);
  assert.equal(lane.active, 1);
  endFirst();
  assert.deepEqual(started, [1]);
});
