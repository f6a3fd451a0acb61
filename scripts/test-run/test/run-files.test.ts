// Proves what the runner makes of files that pass, fail, die and hang. Rarer deaths and odd words:
// run-files.long.test.ts.

import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { describeOutcome, recordFlaky } from '../report.ts';
import { hasPassed } from '../run-files.ts';
import { bodyOf, lastLine, run } from './real-run.ts';

test('files that pass are run once, and counted', async () => {
  const outcome = await run([]);
  assert.equal(hasPassed(outcome), true);
  assert.deepEqual(outcome.flaky, []);
  assert.equal(lastLine(outcome), '10 passed, 0 failed, 10 skipped');
});

test('a file that fails at first and then passes is flaky: the run passes and names it', async () => {
  const outcome = await run(['failsOnce']);
  assert.equal(hasPassed(outcome), true);
  assert.deepEqual(outcome.tries, ['failsOnce 1']);
  const [flaky] = outcome.flaky;
  assert.deepEqual([bodyOf(flaky!.file), flaky!.tries], ['failsOnce', 2]);
  assert.equal(flaky!.failures[0]!.test, 'answers');
  assert.match(flaky!.failures[0]!.text, /AssertionError[^]*503 !== 200/);
  assert.match(describeOutcome(outcome), /^FLAKY 5-failsOnce\.test\.mjs: passed at try 2/m);
  assert.equal(lastLine(outcome), '11 passed, 0 failed, 10 skipped');
});

test('where a suite cannot begin, its cause is told before the tests that it took along', async () => {
  const outcome = await run(['failsBeforeOnce']);
  const [cause, cancelled] = outcome.flaky[0]!.failures;
  assert.equal(cause!.test, 'S3');
  assert.match(cause!.text, /no keys/);
  assert.equal(cancelled!.test, 'S3 › answers');
});

test('a file that takes its process with it is blamed, the others of its process are run', async () => {
  const outcome = await run(['diesOnce']);
  assert.equal(hasPassed(outcome), true);
  assert.deepEqual(outcome.tries, ['diesOnce 1']);
  assert.match(outcome.flaky[0]!.failures[0]!.text, /died of SIGSEGV/);
  assert.equal(lastLine(outcome), '11 passed, 0 failed, 10 skipped');
});

test('a file of which no test has run has failed, whatever took them away', async () => {
  const empty = await run(['isEmpty']);
  assert.match(describeOutcome(empty), /FAILED 5-isEmpty[^]*no test of it ran/);
  const only = await run(['hasOnly']);
  assert.deepEqual([hasPassed(only), only.isBroken], [false, true]);
});

test('a suite that is skipped is a skipped test', async () => {
  const outcome = await run(['isSkipped']);
  assert.deepEqual(
    [hasPassed(outcome), lastLine(outcome)],
    [true, '10 passed, 0 failed, 11 skipped'],
  );
});

test('each test belongs to its own file, also where two files wait for one module', async () => {
  const outcome = await run(['shares', 'passes', 'sharesAndFails']);
  assert.equal(hasPassed(outcome), false);
  assert.deepEqual(
    outcome.tries,
    [1, 2, 3].map((tryNumber) => `sharesAndFails ${tryNumber}`),
  );
});

test('a file that fails three times has failed, and the run with it', async () => {
  const outcome = await run(['fails']);
  assert.equal(hasPassed(outcome), false);
  assert.deepEqual(outcome.tries, ['fails 1', 'fails 2', 'fails 3']);
  assert.deepEqual(outcome.flaky, []);
  assert.match(describeOutcome(outcome), /^FAILED 5-fails\.test\.mjs\n {2}S3 › answers\n/m);
  assert.equal(lastLine(outcome), '11 passed, 1 failed, 10 skipped');
});

test('a file that does not give the clock back has failed, and the next one has the own', async () => {
  const outcome = await run(['keepsTheClock']);
  assert.deepEqual(
    outcome.tries,
    [1, 2, 3].map((tryNumber) => `keepsTheClock ${tryNumber}`),
  );
  assert.match(describeOutcome(outcome), /replaced, and not given back: now/);
});

test('a file that hangs is ended, and the others are run', async () => {
  const outcome = await run(['waits']);
  assert.equal(hasPassed(outcome), false);
  assert.deepEqual(
    outcome.tries,
    [1, 2, 3].map((tryNumber) => `waits ${tryNumber}`),
  );
  assert.match(describeOutcome(outcome), /did not end within 1 s: answers/);
  assert.equal(lastLine(outcome), '10 passed, 1 failed, 10 skipped');
});

test('a run in which more than one file in ten fails at first is broken, and nothing is run again', async () => {
  const outcome = await run(['failsOnce', 'failsOnce', 'failsOnce']);
  assert.deepEqual([hasPassed(outcome), outcome.isBroken], [false, true]);
  assert.equal(
    outcome.tries.some((each) => each.endsWith('2')),
    false,
  );
  assert.match(describeOutcome(outcome), /^FAILED at once: [23] of 13 files failed/m);
  assert.match(lastLine(outcome), /^\d+ passed, [23] failed, \d+ skipped$/);
});

test('files without a test that a pattern chooses are passed over', async () => {
  const outcome = await run(['fails'], ['--test-name-pattern=adds']);
  assert.deepEqual([hasPassed(outcome), outcome.tries], [true, []]);
  assert.equal(lastLine(outcome), '11 passed, 0 failed, 0 skipped');
  const some = await run(['failsOnce', 'fails'], ['--test-name-pattern=S3']);
  assert.deepEqual(some.tries, ['fails 1', 'fails 2', 'fails 3']);
  assert.equal(lastLine(some), '1 passed, 1 failed, 0 skipped');
});

test('a run without tests has not passed', async () => {
  assert.equal(hasPassed({ filesCount: 0, results: new Map(), flaky: [], isBroken: false }), false);
  assert.equal(hasPassed(await run([], ['--test-name-pattern=nothing'])), false);
});

test('what was flaky is kept, one line a test', (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'jokko-flaky-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const path = join(folder, 'reports/flaky.jsonl');
  const failures = [{ test: 'S3 › answers', text: '503 !== 200' }];
  recordFlaky(path, 'fast', [{ file: 'a.test.ts', failures, tries: 2 }]);
  recordFlaky(path, 'fast', []);
  recordFlaky(path, 'long', [{ file: 'b.test.ts', failures, tries: 3 }]);
  const rows = readFileSync(path, 'utf8').trimEnd().split('\n').map(parse);
  assert.deepEqual(
    rows.map(({ at: _, ...row }) => row),
    [
      { suite: 'fast', file: 'a.test.ts', test: 'S3 › answers', tries: 2, text: '503 !== 200' },
      { suite: 'long', file: 'b.test.ts', test: 'S3 › answers', tries: 3, text: '503 !== 200' },
    ],
  );
});

const parse = (line: string): { [name: string]: unknown } =>
  JSON.parse(line) as { [name: string]: unknown };
