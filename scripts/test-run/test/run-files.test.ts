// Proves what the runner makes of files that pass, fail, die and hang. Each run is real: files of its own, in processes of its own.

import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { describeOutcome, recordFlaky } from '../report.ts';
import { hasPassed, runFiles, type Outcome } from '../run-files.ts';

/** Long enough for an error that is thrown later by no time at all. */
const waiting = `test('waits', () => new Promise((resolve) => setTimeout(resolve, 50)));`;
/** What is put into a file of tests. `first()` is true in the first process that asks. */
const bodies = {
  passes: `test('adds', () => {}); test('is not here', { skip: 'needs root' }, () => {});`,
  failsOnce: `test('answers', () => assert.equal(first() ? 503 : 200, 200));`,
  diesOnce: `test('answers', () => { if (first()) process.kill(process.pid, 'SIGSEGV'); });`,
  leavesOnce: `test('answers', () => { if (first()) process.exit(0); });`,
  diesAtLoadOnce: `if (first()) process.kill(process.pid, 'SIGSEGV'); test('answers', () => {});`,
  throwsLateOnce: `test('answers', () => { if (first()) throwLater(); }); ${waiting}`,
  throwsLate: `test('answers', () => throwLater()); ${waiting}`,
  diesAtExit: `test('answers', () => process.on('exit', () => process.kill(process.pid, 'SIGSEGV')));`,
  fails: `describe('S3', () => { test('answers', () => assert.equal(503, 200)); test('adds', () => {}); });`,
  failsBeforeOnce: `describe('S3', () => { before(() => assert.ok(!first(), 'no keys')); test('answers', () => {}); });`,
  failsBefore: `before(() => { throw new Error('no database'); }); test('answers', () => {});`,
  failsAtLoad: `throw new Error('no such module');`,
  waits: `test('answers', () => new Promise(() => setInterval(() => {}, 1_000)));`,
  isBusy: `test('answers', () => { for (;;); });`,
};
type Body = keyof typeof bodies;

/** Of ten that pass one may fail and the run goes on. */
const passing: Body[] = Array.from({ length: 10 }, () => 'passes');
/** For a file that hangs; the others wait as long as they must. */
const hangMaxMs = 1_000;
const fileMaxMs = 600_000;

let root: string;
before(() => (root = mkdtempSync(join(tmpdir(), 'jokko-runner-'))));
after(() => rmSync(root, { recursive: true, force: true }));

/** Writes the files and runs them in two shards, by turns. */
async function run(
  special: readonly Body[],
  words: readonly string[] = [],
): Promise<Outcome & { tries: string[] }> {
  const folder = mkdtempSync(join(root, 'files-'));
  const directory = join(folder, 'room');
  mkdirSync(directory);
  const names = [...passing.slice(0, 5), ...special, ...passing.slice(5)].map((body, index) => {
    const name = `${index}-${body}.test.mjs`;
    writeFileSync(join(folder, name), textOf(body, join(folder, `${name}.seen`)));
    return name;
  });
  const tries: string[] = [];
  const outcome = await runFiles({
    root: folder,
    directory,
    stages: [
      [0, 1].map((turn) => ({
        name: `shard-${turn}`,
        files: names.filter((_, index) => index % 2 === turn),
      })),
    ],
    processesMax: 2,
    words,
    environment: process.env,
    fileMaxMs: (file) => (/waits|isBusy/.test(file) ? hangMaxMs : fileMaxMs),
    stop: new AbortController().signal,
    onResult: ({ file, failures }, tryNumber) =>
      failures.length > 0 && tries.push(`${bodyOf(file)} ${tryNumber}`),
  });
  return { ...outcome, tries };
}

const textOf = (body: Body, seen: string): string => `
import assert from 'node:assert/strict';
import { closeSync, openSync } from 'node:fs';
import { before, describe, test } from 'node:test';
function first() {
  try {
    closeSync(openSync(${JSON.stringify(seen)}, 'wx'));
    return true;
  } catch {
    return false;
  }
}
const throwLater = () => void setTimeout(() => { throw new Error('late'); }, 0);
${bodies[body]}
`;

const bodyOf = (file: string): string => file.replace(/^\d+-(.*)\.test\.mjs$/, '$1');
const lastLine = (outcome: Outcome): string => describeOutcome(outcome).split('\n').at(-1)!;

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

for (const [body, words] of [
  ['diesOnce', 'died of SIGSEGV'],
  ['leavesOnce', 'ended before its last test'],
] as const)
  test(`a file that takes its process with it (${body}) is blamed, the others of its process are run`, async () => {
    const outcome = await run([body]);
    assert.equal(hasPassed(outcome), true);
    assert.deepEqual(outcome.tries, [`${body} 1`]);
    assert.match(outcome.flaky[0]!.failures[0]!.text, new RegExp(words));
    assert.equal(lastLine(outcome), '11 passed, 0 failed, 10 skipped');
  });

test('where nobody knows which file has ended a process, each of it is run by itself', async () => {
  const atLoad = await run(['diesAtLoadOnce']);
  assert.deepEqual([hasPassed(atLoad), atLoad.tries], [true, []]);
  assert.equal(lastLine(atLoad), '11 passed, 0 failed, 10 skipped');
  const late = await run(['throwsLateOnce']);
  assert.deepEqual([hasPassed(late), late.tries], [true, []]);
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

test('a file that fails three times has failed, and the run with it', async () => {
  const outcome = await run(['fails']);
  assert.equal(hasPassed(outcome), false);
  assert.deepEqual(outcome.tries, ['fails 1', 'fails 2', 'fails 3']);
  assert.deepEqual(outcome.flaky, []);
  assert.match(describeOutcome(outcome), /^FAILED 5-fails\.test\.mjs\n {2}S3 › answers\n/m);
  assert.equal(lastLine(outcome), '11 passed, 1 failed, 10 skipped');
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

test('a file that hangs is ended, whether it waits or is busy, and the others are run', async () => {
  for (const [body, words] of [
    ['waits', /did not end within 1 s: answers/],
    ['isBusy', /did not end within 1 s/],
  ] as const) {
    const outcome = await run([body]);
    assert.equal(hasPassed(outcome), false);
    assert.deepEqual(
      outcome.tries,
      [1, 2, 3].map((tryNumber) => `${body} ${tryNumber}`),
    );
    assert.match(describeOutcome(outcome), words);
    assert.equal(lastLine(outcome), '10 passed, 1 failed, 10 skipped');
  }
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

test('what was flaky is kept, one line a test', () => {
  const path = join(root, 'reports/flaky.jsonl');
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
