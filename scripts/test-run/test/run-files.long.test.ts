// Proves that no way in which a test process can end, and nothing that it says, hides a failure or
// ends the run.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { describeOutcome } from '../report.ts';
import { hasPassed } from '../run-files.ts';
import { bodyOf, lastLine, run } from './real-run.ts';

test('a file that ends its process as if all were well is blamed, the others of its process are run', async () => {
  const outcome = await run(['leavesOnce']);
  assert.equal(hasPassed(outcome), true);
  assert.deepEqual(outcome.tries, ['leavesOnce 1']);
  assert.match(outcome.flaky[0]!.failures[0]!.text, /ended before its last test/);
  assert.equal(lastLine(outcome), '11 passed, 0 failed, 10 skipped');
});

test('where nobody knows which file has ended a process, each of it is run by itself, and the process is flaky', async () => {
  for (const [body, words] of [
    ['diesAtLoadOnce', 'died of SIGSEGV'],
    ['throwsLateOnce', 'late'],
  ] as const) {
    const outcome = await run([body]);
    assert.deepEqual([hasPassed(outcome), outcome.tries], [true, []]);
    const [flaky] = outcome.flaky;
    assert.equal(flaky!.file, 'one of the 5 files of shard-1');
    assert.match(flaky!.failures[0]!.text, new RegExp(words));
  }
});

test('a failure is told although its file has passed beside nobody meanwhile', async () => {
  const outcome = await run(['failsOnce', 'passes', 'throwsLateOnce']);
  assert.equal(hasPassed(outcome), true);
  const told = outcome.flaky.map(({ file }) => bodyOf(file));
  assert.deepEqual(told, ['one of the 6 files of shard-1', 'failsOnce']);
});

test('a process that dies is not forgiven because a test of another file has failed', async () => {
  const outcome = await run(['failsOnce', 'passes', 'diesAtExit']);
  assert.equal(hasPassed(outcome), false);
  assert.match(describeOutcome(outcome), /FAILED 7-diesAtExit[^]*died of SIGSEGV/);
});

test('a test that is registered when its file has been loaded fails the file', async () => {
  const outcome = await run(['registersLate']);
  assert.match(describeOutcome(outcome), /FAILED 5-registersLate[^]*outside of its file: late/);
});

test('no character of a test ends the run, or speaks to the terminal', async () => {
  const odd = await run(['failsInOddWords']);
  assert.deepEqual([hasPassed(odd), lastLine(odd)], [false, '10 passed, 1 failed, 10 skipped']);
  assert.ok(!describeOutcome(odd).includes('\u001b'));
  const nonsense = await run(['talksNonsense']);
  assert.deepEqual(
    [hasPassed(nonsense), lastLine(nonsense)],
    [true, '11 passed, 0 failed, 10 skipped'],
  );
});

test('an error after the last test is a failure of its file', async () => {
  for (const [body, words] of [
    ['throwsLate', /FAILED 5-throwsLate[^]*late/],
    ['diesAtExit', /FAILED 5-diesAtExit[^]*died of SIGSEGV/],
  ] as const) {
    const outcome = await run([body]);
    assert.equal(hasPassed(outcome), false);
    assert.match(describeOutcome(outcome), words);
    assert.match(lastLine(outcome), /^\d+ passed, 1 failed, 10 skipped$/);
  }
});

test('a hook that throws, and a file that cannot be loaded, are failures', async () => {
  for (const [body, words] of [
    ['failsBefore', 'no database'],
    ['failsAtLoad', 'no such module'],
  ] as const) {
    const outcome = await run([body]);
    assert.equal(hasPassed(outcome), false);
    assert.match(describeOutcome(outcome), new RegExp(words));
  }
});

test('a file that is busy for ever is ended, and the others are run', async () => {
  const outcome = await run(['isBusy']);
  assert.equal(hasPassed(outcome), false);
  assert.deepEqual(
    outcome.tries,
    [1, 2, 3].map((tryNumber) => `isBusy ${tryNumber}`),
  );
  assert.match(describeOutcome(outcome), /did not end within 1 s/);
  assert.equal(lastLine(outcome), '10 passed, 1 failed, 10 skipped');
});
