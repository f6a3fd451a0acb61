// C3: proves that a callback waits for the answer to its initiation, and never longer.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createAnswers } from './answers.ts';

/** Whether a promise is fulfilled within the current turn. */
async function isFulfilled(promise: Promise<void>): Promise<boolean> {
  return Promise.race([
    promise.then(() => true),
    new Promise<boolean>((resolve) => setImmediate(() => resolve(false))),
  ]);
}

test('C3 who waits for an open answer goes on when it leaves', async () => {
  const answers = createAnswers();
  answers.begin('1');
  const left = answers.left('1');
  assert.ok(left !== null);
  assert.equal(await isFulfilled(left), false);
  answers.leave('1');
  assert.equal(await isFulfilled(left), true);
  assert.equal(answers.left('1'), null);
});

test('C3 several may wait for one answer, and answers do not know each other', async () => {
  const answers = createAnswers();
  const leave = answers.begin('1');
  answers.begin('2');
  const waiting = [answers.left('1')!, answers.left('1')!];
  leave();
  await Promise.all(waiting);
  assert.equal(await isFulfilled(answers.left('2')!), false);
});

test('C3 nobody waits for an answer that has left, never began, or left before anybody asked', () => {
  const answers = createAnswers();
  assert.equal(answers.left('1'), null);
  const leave = answers.begin('1');
  leave();
  leave();
  assert.equal(answers.left('1'), null);
});
