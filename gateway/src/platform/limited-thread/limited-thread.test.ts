// A thread that has read a file to its end reads the next one; one that was left or cut short does
// not.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openThread, ThreadCut } from './limited-thread.ts';

const entry = new URL('./testing/counting-thread.ts', import.meta.url);
const open = (name: string, workingMs = 60_000) =>
  openThread<string, boolean, { begun: number; name: string }>(entry, { task: name, workingMs });

/** How many files the thread of this one had begun with it. */
async function begunWith(name: string, isRead: boolean): Promise<number> {
  const thread = await open(name);
  try {
    await thread.ask(false);
    const answer = await thread.ask(isRead);
    assert.equal(answer.name, name);
    return answer.begun;
  } finally {
    thread.close();
  }
}

test('the thread of a file that was read to its end reads the next one', async () => {
  assert.deepEqual([await begunWith('a', true), await begunWith('b', true)], [1, 2]);
  assert.deepEqual([await begunWith('c', false), await begunWith('d', true)], [3, 1]);
});

test('the time of a file begins with it, and what it cut short reads no other', async () => {
  const short = await open('i', 0);
  await assert.rejects(short.ask(true), ThreadCut);
  short.close();
  assert.equal(await begunWith('j', false), 1);
});

test('files that are open at once have a thread each', async () => {
  const threads = await Promise.all(['e', 'f', 'g'].map((name) => open(name)));
  const fourth = open('h');
  const answers = await Promise.all(threads.map((thread) => thread.ask(true)));
  assert.deepEqual(
    answers.map(({ name }) => name),
    ['e', 'f', 'g'],
  );
  for (const thread of threads) thread.close();
  const last = await fourth;
  assert.equal((await last.ask(true)).name, 'h');
  last.close();
});
