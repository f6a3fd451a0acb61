// Is the wait for commits told as it is: while it lasts, when it is over, and no longer than it means anything?

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { AdvanceCommand, OpenCommand } from './commands.ts';
import { watchCommits } from './commit-wait.ts';
import type { Writer } from './writer.ts';

function watched() {
  const commits: PromiseWithResolvers<never>[] = [];
  const submit = () => {
    const commit = Promise.withResolvers<never>();
    commits.push(commit);
    return commit.promise;
  };
  const writer: Writer = { open: submit, advance: submit, waiting: 3, close: async () => {} };
  const clock = { ms: 1_000 };
  const { writer: own, waitMs } = watchCommits(writer, () => clock.ms);
  return { own, waitMs, clock, commits };
}
const open = {} as OpenCommand;
const advance = {} as AdvanceCommand;
const settled = () => new Promise((resolve) => setImmediate(resolve));

test('F08 nothing submitted: no wait', () => {
  const { own, waitMs } = watched();
  assert.deepEqual([waitMs(), own.waiting], [0, 3]);
});

test('F08 the wait grows while a commit is due, and is the last one for a moment after it', async () => {
  const { own, waitMs, clock, commits } = watched();
  void own.open(open);
  clock.ms += 150;
  assert.equal(waitMs(), 150);
  commits[0]!.resolve(undefined as never);
  await settled();
  clock.ms += 100;
  assert.equal(waitMs(), 150);
  clock.ms += 200;
  assert.equal(waitMs(), 0);
});

test('F08 one command is watched at a time, results of providers like openings; a failed commit ends its wait too', async () => {
  const { own, waitMs, clock, commits } = watched();
  own.advance(advance).catch(() => {});
  clock.ms += 50;
  void own.open(open);
  clock.ms += 50;
  assert.equal(waitMs(), 100, 'the first');
  commits[0]!.reject(new Error('away'));
  await settled();
  clock.ms += 300;
  assert.equal(waitMs(), 0, 'the second was not watched');
  void own.open(open);
  clock.ms += 20;
  assert.equal(waitMs(), 20);
});
