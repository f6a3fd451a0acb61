// Runs files that pass, fail, die and hang, for the tests of the runner. Each run is real: files of
// its own, in processes of its own.

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describeOutcome } from '../report.ts';
import { runFiles, type Outcome } from '../run-files.ts';

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
  keepsTheClock: `test('adds', () => { const atMs = performance.now(); performance.now = () => atMs; });`,
  waits: `test('answers', () => new Promise(() => setInterval(() => {}, 1_000)));`,
  isBusy: `test('answers', () => { for (;;); });`,
  hasOnly: `test.only('answers', () => {});`,
  isEmpty: ``,
  isSkipped: `describe('S9', { skip: 'needs root' }, () => { test('answers', () => {}); });`,
  shares: `import './shared.mjs'; test('adds', () => {});`,
  sharesAndFails: `import './shared.mjs'; test('answers', () => assert.equal(503, 200));`,
  registersLate: `setImmediate(() => test('late', () => {})); ${waiting}`,
  failsInOddWords: `test('a\\u2028b', () => assert.equal('a\\u2028\\u001b[8mb', 'c'));`,
  talksNonsense: `writeSync(3, '{"kind"\\n'); test('answers', () => {});`,
};
export type Body = keyof typeof bodies;

/** One of ten that pass may fail and the run goes on. */
const passing: Body[] = Array.from({ length: 10 }, () => 'passes');
/** For a file that hangs; the others wait as long as they must. */
const hangMaxMs = 1_000;
const fileMaxMs = 600_000;

/**
 * Writes the files, runs them in two shards, by turns, and removes them. `tries`: which have
 * failed, at which try.
 */
export async function run(
  special: readonly Body[],
  words: readonly string[] = [],
): Promise<Outcome & { tries: string[] }> {
  const folder = mkdtempSync(join(tmpdir(), 'jokko-runner-'));
  const directory = join(folder, 'room');
  mkdirSync(directory);
  const names = [...passing.slice(0, 5), ...special, ...passing.slice(5)].map((body, index) => {
    const name = `${index}-${body}.test.mjs`;
    writeFileSync(join(folder, name), textOf(body, join(folder, `${name}.seen`)));
    return name;
  });
  writeFileSync(
    join(folder, 'shared.mjs'),
    'await new Promise((resolve) => setTimeout(resolve, 10));',
  );
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
  rmSync(folder, { recursive: true, force: true });
  return { ...outcome, tries };
}

const textOf = (body: Body, seen: string): string => `
import assert from 'node:assert/strict';
import { closeSync, openSync, writeSync } from 'node:fs';
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

export const bodyOf = (file: string): string => file.replace(/^\d+-(.*)\.test\.mjs$/, '$1');
export const lastLine = (outcome: Outcome): string => describeOutcome(outcome).split('\n').at(-1)!;
