// Proves that tasks run at their own interval, never twice at once, and survive a failed round.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { environment } from '../../platform/environment.ts';
import type { Log } from '../../platform/log.ts';
import { holdClock } from '../../platform/testing/held-clock.ts';
import { runTasks, type Run } from './loop.ts';

/** A log that keeps its warnings. */
function keepWarnings(): { log: Log; warnings: object[] } {
  const warnings: object[] = [];
  return { log: { warn: (terms: object) => warnings.push(terms) } as unknown as Log, warnings };
}
const task = (name: string, everyMs: number, runOnce: Run['runOnce']): Run => ({
  name,
  everyMs,
  runOnce,
});

/**
 * Tasks by a clock that stands; `pass` goes on ms by ms, and lets the rounds go on between them.
 */
function runHeld(tasks: Run[], log = keepWarnings().log) {
  const clock = holdClock();
  const loop = clock.run(() => runTasks(tasks, log));
  return {
    loop,
    async pass(durationMs: number) {
      for (let ms = 0; ms < durationMs; ms++) {
        clock.pass(1);
        await new Promise(setImmediate);
      }
    },
  };
}

test('each task runs in its own rhythm; a slow one does not hold up another', async () => {
  const rounds = { quick: 0, slow: 0 };
  const slowRound = Promise.withResolvers<boolean>();
  const quick = task('quick', 5, async () => ++rounds.quick < 0);
  const slow = task('slow', 5, () => {
    rounds.slow++;
    return slowRound.promise;
  });
  const { loop, pass } = runHeld([quick, slow]);
  await pass(25);
  assert.deepEqual(rounds, { quick: 5, slow: 1 });
  slowRound.resolve(false);
  await loop.stop();
});

test('a task never runs twice at once', async () => {
  let running = 0;
  let rounds = 0;
  const { loop, pass } = runHeld([
    task('one', 1, async () => {
      assert.equal(++running, 1);
      await environment.sleep(5);
      running--;
      rounds++;
      return true;
    }),
  ]);
  await pass(200);
  await loop.stop();
  assert.ok(rounds >= 4);
  assert.equal(running, 0);
});

test('a failed round is logged with its task, and the next one comes', async () => {
  let rounds = 0;
  const { log, warnings } = keepWarnings();
  const failing = task('failing', 5, async () => {
    if (++rounds === 1) throw new Error('database is away');
    return false;
  });
  const { loop, pass } = runHeld([failing], log);
  await pass(10);
  await loop.stop();
  assert.equal(rounds, 2);
  assert.deepEqual(warnings, [{ task: 'failing', reason: 'Error: database is away' }]);
});

test('when there is more to do the next round comes at once, otherwise after the task’s own time', async () => {
  const begun: number[] = [];
  const ownTimeMs = 300;
  const { loop, pass } = runHeld([
    task('one', ownTimeMs, async () => begun.push(environment.monotonic()) < 4),
  ]);
  await pass(700);
  await loop.stop();
  assert.deepEqual(begun, [300, 320, 340, 360, 660]);
});

test('F64 stop waits for the round under way, and no other follows', async () => {
  const reported: string[] = [];
  const mayEnd = Promise.withResolvers<void>();
  const { loop, pass } = runHeld([
    task('one', 1, async () => {
      reported.push('begun');
      await mayEnd.promise;
      reported.push('ended');
      return true;
    }),
  ]);
  await pass(1);
  assert.deepEqual(reported, ['begun']);
  const stopped = loop.stop();
  mayEnd.resolve();
  await stopped;
  assert.deepEqual(reported, ['begun', 'ended']);
  await pass(1_000);
  assert.deepEqual(reported, ['begun', 'ended']);
});
