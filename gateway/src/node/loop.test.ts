// Proves that tasks run at their own interval, never twice at once, and survive a failed round.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Log } from '../platform/log.ts';
import { runTasks } from './loop.ts';
import type { Task } from './tasks.ts';

/** A log that keeps its warnings. */
function keepWarnings(): { log: Log; warnings: object[] } {
  const warnings: object[] = [];
  return { log: { warn: (terms: object) => warnings.push(terms) } as unknown as Log, warnings };
}
const task = (name: string, everyMs: number, runOnce: Task['runOnce']): Task => ({
  name,
  everyMs,
  runOnce,
});

test('each task runs in its own rhythm; a slow one does not hold up another', async () => {
  const rounds = { quick: 0, slow: 0 };
  const slowRound = Promise.withResolvers<boolean>();
  const quick = task('quick', 5, async () => ++rounds.quick < 0);
  const slow = task('slow', 5, () => {
    rounds.slow++;
    return slowRound.promise;
  });
  const loop = runTasks([quick, slow], keepWarnings().log);
  while (rounds.quick < 5) await sleep(5);
  assert.equal(rounds.slow, 1);
  slowRound.resolve(false);
  await loop.stop();
});

test('a task never runs twice at once', async () => {
  let running = 0;
  let rounds = 0;
  const loop = runTasks(
    [
      task('one', 1, async () => {
        assert.equal(++running, 1);
        await sleep(5);
        running--;
        rounds++;
        return true;
      }),
    ],
    keepWarnings().log,
  );
  while (rounds < 4) await sleep(5);
  await loop.stop();
  assert.equal(running, 0);
});

test('a failed round is logged with its task, and the next one comes', async () => {
  let rounds = 0;
  const { log, warnings } = keepWarnings();
  const failing = task('failing', 5, async () => {
    if (++rounds === 1) throw new Error('database is away');
    return false;
  });
  const loop = runTasks([failing], log);
  while (rounds < 2) await sleep(5);
  await loop.stop();
  assert.deepEqual(warnings, [{ task: 'failing', reason: 'Error: database is away' }]);
});

test('when there is more to do the next round comes at once, otherwise after the task’s own time', async () => {
  const begun: number[] = [];
  let more = true;
  const ownTimeMs = 300;
  const loop = runTasks(
    [
      task('one', ownTimeMs, async () => {
        begun.push(performance.now());
        if (begun.length === 4) more = false;
        return more;
      }),
    ],
    keepWarnings().log,
  );
  while (begun.length < 5) await sleep(10);
  await loop.stop();
  const pauses = begun.slice(1).map((at, index) => at - begun[index]!);
  assert.ok(
    pauses.slice(0, 3).some((pause) => pause < ownTimeMs / 2),
    `${pauses}`,
  );
  assert.ok(pauses[3]! > ownTimeMs - 10, `${pauses}`);
});

test('F64 stop waits for the round under way, and no other follows', async () => {
  const reported: string[] = [];
  const mayEnd = Promise.withResolvers<void>();
  const loop = runTasks(
    [
      task('one', 1, async () => {
        reported.push('begun');
        await mayEnd.promise;
        reported.push('ended');
        return true;
      }),
    ],
    keepWarnings().log,
  );
  while (reported.length === 0) await sleep(1);
  const stopped = loop.stop();
  mayEnd.resolve();
  await stopped;
  assert.deepEqual(reported, ['begun', 'ended']);
  await sleep(60);
  assert.deepEqual(reported, ['begun', 'ended']);
});
