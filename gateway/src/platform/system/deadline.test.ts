// Whose time runs while a process is silent: a deadline passes only after its time in which an answer could be heard.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { silenceMs } from '@jokko/connectors/kit';
import { holdClock } from '../testing/held-clock.ts';
import { startDeadline } from './deadline.ts';

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

function start(afterMs: number) {
  const clock = holdClock();
  const state = { passed: 0 };
  const deadline = clock.run(() => startDeadline(afterMs, () => state.passed++));
  return { clock, state, deadline };
}

for (const afterMs of [0, 40, 800, 3_000, 3_600_000])
  test(`a process that turns gives ${afterMs} ms, and not one more or less`, async () => {
    const { clock, state } = start(afterMs);
    if (afterMs > 0) {
      clock.pass(afterMs - 1);
      await turn();
      assert.equal(state.passed, 0);
    }
    clock.pass(1);
    assert.equal(state.passed, 0, 'what has arrived is read first');
    await turn();
    assert.equal(state.passed, 1);
    clock.pass(10 * afterMs);
    await turn();
    assert.equal(state.passed, 1);
    assert.equal(clock.waiting(), 0);
  });

for (const frozenMs of [1_000, 3_000, 5_000, 10_000, 30_000, 90_000])
  for (const beforeMs of [0, 100, 499, 1_234, 2_999])
    test(`frozen for ${frozenMs} ms after ${beforeMs} of 3000 ms: what was left is waited for`, async () => {
      const { clock, state, deadline } = start(3_000);
      clock.pass(beforeMs);
      clock.freeze(frozenMs);
      clock.pass(0);
      await turn();
      assert.equal(state.passed, 0);
      const leftMs = clock.run(deadline.leftMs);
      assert.ok(
        leftMs >= 375 && leftMs <= 3_000 - 500 * Math.floor(beforeMs / 500),
        `${leftMs} ms`,
      );
      clock.pass(leftMs);
      await turn();
      assert.equal(state.passed, 1);
    });

test('busy for 4 s after each 30 ms: the time ends all the same', async () => {
  const { clock, state } = start(3_000);
  let turns = 0;
  for (; state.passed === 0 && turns < 100; turns++) {
    clock.pass(30);
    clock.freeze(4_000);
    clock.pass(0);
    await turn();
  }
  assert.ok(turns > 20 && turns < 40, `${turns} turns`);
});

test('what is stopped does not pass, not even in the turn in which it would', async () => {
  const { clock, state, deadline } = start(100);
  clock.pass(100);
  clock.run(deadline.stop);
  await turn();
  assert.equal(state.passed, 0);
  assert.equal(clock.waiting(), 0);
});

test('a timer behind others is not late', () => {
  assert.equal(silenceMs(500, 800), 0);
  assert.equal(silenceMs(20, 80), 0);
  assert.equal(silenceMs(500, 500 + 3_000), 3_500 - 125);
});
