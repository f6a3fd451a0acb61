// Proves that the wait for commits is reported correctly: while it lasts, when it is over, and no
// longer than it is meaningful.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createCommitWait } from './commit-wait.ts';

function watched() {
  const commits: PromiseWithResolvers<void>[] = [];
  const clock = { ms: 1_000 };
  const { watch, waitMs } = createCommitWait(() => clock.ms);
  const submit = (): Promise<void> => {
    const commit = Promise.withResolvers<void>();
    commits.push(commit);
    return watch(commit.promise);
  };
  return { submit, waitMs, clock, commits };
}
const settled = () => new Promise((resolve) => setImmediate(resolve));

test('F08 nothing submitted: no wait', () => {
  assert.equal(watched().waitMs(), 0);
});

test('F08 the wait grows while a commit is due, and is the last one for a moment after it', async () => {
  const { submit, waitMs, clock, commits } = watched();
  void submit();
  clock.ms += 150;
  assert.equal(waitMs(), 150);
  commits[0]!.resolve();
  await settled();
  clock.ms += 100;
  assert.equal(waitMs(), 150);
  clock.ms += 200;
  assert.equal(waitMs(), 0);
});

test('F08 one command is watched at a time; a failed commit ends its wait too', async () => {
  const { submit, waitMs, clock, commits } = watched();
  submit().catch(() => {});
  clock.ms += 50;
  void submit();
  clock.ms += 50;
  assert.equal(waitMs(), 100, 'the first');
  commits[0]!.reject(new Error('away'));
  await settled();
  clock.ms += 300;
  assert.equal(waitMs(), 0, 'the second was not watched');
  void submit();
  clock.ms += 20;
  assert.equal(waitMs(), 20);
});
