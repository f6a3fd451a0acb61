// A wait ends after its time, of which what the process itself stood still is no part.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { machine, runIn, type Environment } from '../../platform/environment.ts';
import { withTimeout } from './timeout.ts';

interface Started {
  run: () => void;
  delayMs: number;
}

/** Runs `wait` with timers that only the test fires. */
function withOwnTimers(work: Promise<string>, timeoutMs: number) {
  const started: Started[] = [];
  const stopped: unknown[] = [];
  const startTimer = (run: () => void, delayMs: number) => {
    const timer = { run: () => runIn(own, run), delayMs, unref: () => timer };
    started.push(timer);
    return timer;
  };
  const stopTimer = (timer: unknown) => void stopped.push(timer);
  const own = { ...machine, startTimer, stopTimer } as Environment;
  return { answer: runIn(own, () => withTimeout(work, timeoutMs, 'too late')), started, stopped };
}

test('it gives up after the time', async () => {
  const { answer, started } = withOwnTimers(new Promise(() => {}), 1_200);
  for (let fired = 0; fired < started.length; fired++) started[fired]!.run();
  assert.equal(await answer, 'too late');
  assert.deepEqual(
    started.map(({ delayMs }) => delayMs),
    [500, 500, 200],
  );
});

test('a process that stood still for longer than the time still reads what came meanwhile', async () => {
  const { promise, resolve } = Promise.withResolvers<string>();
  const { answer, started, stopped } = withOwnTimers(promise, 4_500);
  // The first timer is seconds late, and what came is read after it.
  started[0]!.run();
  resolve('came meanwhile');
  assert.equal(await answer, 'came meanwhile');
  assert.deepEqual(stopped, [started[1]]);
});

test('what fails in time is thrown, and its timer is stopped', async () => {
  const { answer, started, stopped } = withOwnTimers(Promise.reject(new Error('refused')), 100);
  await assert.rejects(answer, /refused/);
  assert.deepEqual(stopped, [started[0]]);
});
