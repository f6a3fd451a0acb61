// Proves when a node counts as quiet, and that what rests for long is woken by whatever happens.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Log } from '../../platform/log.ts';
import { machine, runIn } from '../../platform/environment.ts';
import { holdClock } from '../../platform/testing/held-clock.ts';
import { runTasks } from './loop.ts';
import { createPace } from './pace.ts';

const silent = { warn() {} } as unknown as Log;

/** A pace whose clock the test sets. */
function withClock() {
  let now = 1_000_000;
  const environment = { ...machine, monotonic: () => now };
  const inside = <Result>(work: () => Result): Result => runIn(environment, work);
  const pace = inside(createPace);
  let woken = 0;
  pace.onWake(() => woken++);
  return {
    pass: (ms: number) => void (now += ms),
    inside,
    pace,
    woken: () => woken,
  };
}

test('ten seconds after the last thing that happened a node is quiet, and the next thing wakes it', () => {
  const { pass, inside, pace, woken } = withClock();
  assert.equal(inside(pace.isQuiet), false, 'it has just started');
  pass(9_000);
  inside(pace.note);
  pass(9_000);
  assert.equal(inside(pace.isQuiet), false);
  pass(1_001);
  assert.equal(inside(pace.isQuiet), true);
  assert.equal(woken(), 0, 'nothing slept before');
  inside(pace.note);
  assert.equal(inside(pace.isQuiet), false);
  assert.equal(woken(), 1);
});

test('who no longer wants to be woken is not', () => {
  const { pass, inside, pace, woken } = withClock();
  let other = 0;
  const stop = pace.onWake(() => other++);
  pass(11_000);
  inside(pace.note);
  stop();
  pass(11_000);
  inside(pace.note);
  assert.deepEqual([woken(), other], [2, 1]);
});

test('a busy node keeps the others awake without making them busy, so that they do not keep each other awake', () => {
  const { pass, inside, pace, woken } = withClock();
  pass(11_000);
  inside(pace.follow);
  assert.equal(woken(), 1);
  assert.equal(inside(pace.isQuiet), false);
  assert.equal(inside(pace.isBusy), false);
  pass(5_001);
  assert.equal(inside(pace.isQuiet), true);
});

test('a task rests longer while all is quiet, and runs at once when that ends', async () => {
  const clock = holdClock();
  const pass = async (durationMs: number): Promise<void> => {
    for (let ms = 0; ms < durationMs; ms++) {
      clock.pass(1);
      await new Promise(setImmediate);
    }
  };
  let quiet = true;
  const forgotten = (): void => {};
  let wake = forgotten;
  let rounds = 0;
  const runOnce = () => Promise.resolve(++rounds < 0);
  const task = { name: 'one', everyMs: 20, quietMs: 600_000, runOnce };
  const noted: number[] = [];
  const loop = clock.run(() =>
    runTasks([task], silent, {
      note: ({ everyMs }) => noted.push(everyMs),
      pace: {
        isQuiet: () => quiet,
        onWake(run) {
          wake = run;
          return () => (wake = forgotten);
        },
      },
    }),
  );
  await pass(1_000);
  assert.equal(rounds, 1, 'it rests');
  assert.ok(noted[0]! > 400_000, 'and says for how long');
  quiet = false;
  clock.run(() => wake());
  await pass(80);
  assert.ok(rounds >= 4, `${rounds} rounds`);
  await loop.stop();
  assert.equal(wake, forgotten, 'a loop that has stopped is woken no more');
});
