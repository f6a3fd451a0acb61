// Which of the idle connections of a pool is used next, and which are gone.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { OpenConnection } from './connection.ts';
import { keepIdle } from './idle-connections.ts';

function openConnection(
  ended: string[],
  name: string,
): { -readonly [member in keyof OpenConnection]: OpenConnection[member] } {
  return {
    broken: false,
    run: () => Promise.reject(new Error('nothing is run here')),
    close: () => Promise.resolve(void ended.push(`${name} closed`)),
    drop: () => void ended.push(`${name} dropped`),
  };
}

test('the connection that came first is used first, in whatever order they are given back', () => {
  const [first, second, third] = ['1', '2', '3'].map((name) => openConnection([], name));
  const idle = keepIdle(() => undefined);
  for (const connection of [first, second, third]) idle.put(connection!);
  const taken = [idle.take(), idle.take(), idle.take()];
  assert.deepEqual(taken, [first, second, third]);
  assert.equal(idle.take(), null);
  for (const connection of [second, third, first]) idle.put(connection!);
  assert.equal(idle.take(), first);
  assert.equal(idle.take(), second);
  idle.drop();
});

test('a broken one is used no more, and each that is gone is told', async () => {
  const ended: string[] = [];
  let gone = 0;
  const [first, second] = ['1', '2'].map((name) => openConnection(ended, name));
  const idle = keepIdle(() => gone++);
  idle.put(first!);
  idle.put(second!);
  first!.broken = true;
  assert.equal(idle.take(), second);
  idle.put(second!);
  idle.close();
  await Promise.resolve();
  assert.deepEqual([ended, gone], [['1 dropped', '2 closed'], 2]);
});
