// Whose time runs while a process is silent: a deadline passes only after its time in which an
// answer could be heard.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { silenceMs } from '@jokko/connectors/kit';
import { holdClock } from '../testing/held-clock.ts';
import { createUnderWay } from '../peers/under-way.ts';
import { createHeardClock, startDeadline, valueWithin } from './deadline.ts';

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

test('a value that came while the process was frozen is there in time', async () => {
  const clock = holdClock();
  const { promise, resolve } = Promise.withResolvers<string>();
  const value = clock.run(() => valueWithin(promise, 3_000, 'too late'));
  clock.freeze(60_000);
  clock.pass(0);
  resolve('came meanwhile');
  assert.equal(await value, 'came meanwhile');
  assert.equal(clock.waiting(), 0, 'its deadline has ended');
  const late = clock.run(() => valueWithin(new Promise<string>(() => {}), 3_000, 'too late'));
  clock.pass(3_000);
  await turn();
  assert.equal(await late, 'too late');
  const failed = clock.run(() => valueWithin(Promise.reject(new Error('refused')), 100, 'late'));
  await assert.rejects(failed, /refused/);
  assert.equal(clock.waiting(), 0);
});

test('the clock of what is heard stands still while the process is silent', () => {
  const clock = holdClock();
  clock.run(() => {
    const heard = createHeardClock(100);
    const began = heard.now();
    clock.pass(100);
    heard.look();
    assert.equal(heard.now() - began, 100);
    clock.freeze(5_000);
    heard.look();
    assert.equal(heard.now() - began, 125);
    clock.pass(7_000);
    heard.start();
    clock.pass(100);
    heard.look();
    assert.equal(heard.now() - began, 7_225, 'a time without looks was no silence');
  });
});

test('what was handed to another node is not given up for our own silence', async () => {
  const clock = holdClock();
  await clock.run(async () => {
    const requests = createUnderWay(100);
    const { number, answered } = requests.add(2_000);
    clock.pass(100);
    assert.equal(requests.giveUpLate(), false);
    clock.freeze(60_000);
    assert.equal(requests.giveUpLate(), false);
    assert.equal(requests.count, 1);
    requests.settle(number, { type: 'declined' });
    assert.equal((await answered).type, 'declined');
    const late = requests.add(2_000);
    for (let passed = 0; passed < 2_000; passed += 100) {
      clock.pass(100);
      requests.giveUpLate();
    }
    assert.equal((await late.answered).type, 'lost');
  });
});
