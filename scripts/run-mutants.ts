// Flips what decides about money, one thing at a time (mutants/find-mutants.ts), and runs the tests
// of its folder that reach it: `npm run test:mutants [-- PART...]`, PART being a part of a path. A
// mutant that no test notices survives: it is printed, and the run ends with 1 unless
// mutants/survivors.ts has it. Goes on where an earlier run ended.

import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import { clusterVariable, startCluster } from '../gateway/src/node/doctor/testing/cluster.ts';
import { reachOf } from './mutants/coverage.ts';
import { findMutants, type Mutant } from './mutants/find-mutants.ts';
import { knownResults } from './mutants/known-results.ts';
import { measureVariable, measuredVariable, type MeasuredTest } from './mutants/measure-tests.ts';
import type { Trial } from './mutants/resident.ts';
import { startResident, type Resident } from './mutants/residents.ts';
import { isSurvivor } from './mutants/survivors.ts';
import { doctor, targets, type Target } from './mutants/targets.ts';
import { fillCompileCache } from './test-run/compile-cache.ts';
import { quickDisk } from './test-run/memory-disk.ts';
import { killByDirectory } from './test-run/processes.ts';
import { hasFailed } from './test-run/progress.ts';
import { runProcess } from './test-run/test-process.ts';

/** Tests wait for the database half of their time. */
const processesMax = Number(process.env['JOKKO_MUTANTS_AT_ONCE'] ?? 3);
/** A mutant that never ends is killed, after ten times what its tests take and this. */
const trialMinMs = 20_000;
/** The time limit of the tests of a file as it is. */
const fileMaxMs = 600_000;
/** What was loaded for a mutant stays until its process ends. */
const trialsOfAProcess = 60;
const killsProvenAtOnce = 10;
/** Tests that are cut short leave databases behind. */
const mutantsOfACluster = 150;
const root = join(import.meta.dirname, '..');
const compileCache = join(root, 'node_modules/.cache/jokko');
const known = knownResults(join(root, 'reports/mutants-killed.txt'));
/** What was measured in another way is measured again. */
const measuring = readFileSync(new URL('mutants/measure-tests.ts', import.meta.url), 'utf8');

interface Case {
  file: string;
  text: string;
  mutant: Mutant;
  /** It is tried in a process of its own. */
  isAlone: boolean;
}

/** Tests of a file. */
interface Test {
  file: string;
  durationMs: number;
  /** What it reaches, and what runs before it. */
  runs: readonly MeasuredTest['ran'][];
  /** A regular expression. */
  name: string;
}

function casesOf({ sources }: Target, parts: readonly string[]): Case[] {
  return sources
    .filter((file) => parts.length === 0 || parts.some((part) => file.includes(part)))
    .flatMap((file) => {
      const text = readFileSync(join(root, file), 'utf8');
      return findMutants(file, text).map((mutant) => ({ file, text, mutant, isAlone: false }));
    })
    .filter((each) => !isSurvivor(each.file, ...linesOf(each)))
    .filter(({ text, mutant }) => !known.isKilled(text, mutant));
}

/** Runs a test file up to the first failure. */
async function doesPass(file: string, variables: NodeJS.ProcessEnv): Promise<boolean> {
  const stop = new AbortController();
  const room = makeRoom();
  await runProcess(
    { name: 'as-it-is', files: [file] },
    {
      root,
      directory: room,
      words: ['test-run/seed.ts', 'mutants/measure-tests.ts'].map(
        (module) => `--import=${new URL(module, import.meta.url).href}`,
      ),
      environment: { ...process.env, TMPDIR: room, ...environment(), ...variables },
      fileMaxMs: () => fileMaxMs,
      stop: stop.signal,
      onEvent(event) {
        if (event.kind === 'broken' || event.kind === 'stray') stop.abort();
        if (event.kind === 'test' && event.result === 'failed') stop.abort();
      },
      onResult: (result) => void (hasFailed(result) && stop.abort()),
    },
  );
  killByDirectory(room);
  rmSync(room, { recursive: true, force: true, maxRetries: 10 });
  return !stop.signal.aborted;
}

const environment = (): NodeJS.ProcessEnv => ({
  JOKKO_TEST_SEED: '1',
  NODE_COMPILE_CACHE: compileCache,
  [clusterVariable]: cluster.directory,
});

function makeRoom(): string {
  const room = mkdtempSync(join(directory, 'room-'));
  chmodSync(room, 0o1777);
  return room;
}

/** Tests that share what one of them leaves behind are run together. */
const isStory = (text: string): boolean =>
  /\b(before|useDatabase)\(/.test(text) || (/^let /m.test(text) && !text.includes('beforeEach('));

/** What runs before the first test is run for each. */
function testsOf(file: string, text: string, measured: readonly MeasuredTest[]): Test[] {
  const join = (all: readonly MeasuredTest[], name: string): Test => ({
    file,
    name,
    durationMs: all.reduce((sum, { durationMs }) => sum + durationMs, 0),
    runs: all.map(({ ran }) => ran),
  });
  if (isStory(text)) return [join(measured, '.*')];
  const [before, ...tests] = measured;
  return tests.map((test) => join([before!, test], quoted(test.name!)));
}

/** The tests of a target with what they take and reach. */
async function measureTests({ tests, sources }: Target): Promise<Test[]> {
  const texts = sources.map((source) => readFileSync(join(root, source), 'utf8'));
  const measured: Test[] = [];
  for (const file of tests) {
    const text = readFileSync(join(root, file), 'utf8');
    const lines = await known.measured([measuring, file, text, ...texts], async (written) => {
      const variables = { [measureVariable]: written, [measuredVariable]: JSON.stringify(sources) };
      const passed = await doesPass(file, variables);
      if (!passed) throw new Error(`${file} fails without a mutant`);
    });
    measured.push(
      ...testsOf(
        file,
        text,
        lines.map((line) => JSON.parse(line) as MeasuredTest),
      ),
    );
  }
  return measured;
}

/** The mutant's line before and after. */
function linesOf({ text, mutant: { start, end, replacement } }: Case): [string, string] {
  const from = text.lastIndexOf('\n', start - 1) + 1;
  const to = text.indexOf('\n', end);
  const mutated = text.slice(from, start) + replacement + text.slice(end, to);
  return [text.slice(from, to).trim(), mutated.trim()];
}

/**
 * What kills one mutant of a source file kills most others: those that killed last come first,
 * quick ones before slow ones; before that, the test file of its name.
 */
const killers = new Map<string, string[]>();
const likelyMax = 4;

const likelyFiles = (source: string): string[] =>
  killers.get(source)?.slice(0, likelyMax) ?? [source.replace(/\.ts$/, '.test.ts')];

function noteKiller(source: string, path: string | undefined): void {
  if (path === undefined) return;
  const test = relative(root, path);
  killers.set(source, [test, ...(killers.get(source) ?? []).filter((other) => other !== test)]);
}

const durationOf = (tests: readonly Test[]): number =>
  tests.reduce((sum, { durationMs }) => sum + durationMs, 0);

/** Those that most likely notice, then the quick half of the others, then what is left. */
function partsOf(source: string, tests: readonly Test[]): Test[][] {
  const files = likelyFiles(source);
  const likely = files
    .map((file) => tests.filter((test) => test.file === file))
    .toSorted((left, right) => durationOf(left) - durationOf(right))
    .flat();
  const others = tests.filter(({ file }) => !files.includes(file));
  return [likely, ...halvesOf(others)].filter((part) => part.length > 0);
}

/** By what they take. */
function halvesOf(tests: readonly Test[]): Test[][] {
  const sorted = tests.toSorted((left, right) => left.durationMs - right.durationMs);
  const all = durationOf(sorted);
  let sum = 0;
  const quick = sorted.filter(({ durationMs }, index) => {
    sum += durationMs;
    return index === 0 || sum <= all / 2;
  });
  return [quick, sorted.slice(quick.length)];
}

const quoted = (name: string): string => name.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);

/** A trial of some of the tests that reach a mutant. */
interface Part {
  trial: Trial;
  maxMs: number;
}

function trialsOf({ file, mutant }: Case, tests: readonly Test[]): Part[] {
  const { start, end, replacement } = mutant;
  return partsOf(file, tests).map((part) => ({
    trial: {
      mutant: { path: join(root, file), start, end, replacement },
      files: [...new Set(part.map((test) => test.file))].map((path) => ({
        path: join(root, path),
        names: part.flatMap((test) => (test.file === path ? [test.name] : [])).join('|'),
      })),
    },
    maxMs: trialMinMs + 10 * durationOf(part),
  }));
}

/** The same tests without a mutant. */
const unmutated = ({ mutant, files }: Trial): Trial => ({
  mutant: { ...mutant, start: 0, end: 0, replacement: '' },
  files,
});

/** What is left of a part when the file that failed is known. */
const failedOf = ({ trial, maxMs }: Part, file: string | undefined): Part =>
  file === undefined
    ? { trial, maxMs }
    : { trial: { ...trial, files: trial.files.filter(({ path }) => path === file) }, maxMs };

/** All of them at once. */
function together(parts: readonly Part[]): Part {
  const names = new Map<string, Set<string>>();
  for (const { path, names: named } of parts.flatMap(({ trial }) => trial.files))
    names.set(path, (names.get(path) ?? new Set()).add(named));
  const files = [...names].map(([path, each]) => ({ path, names: [...each].join('|') }));
  return {
    trial: { ...parts[0]!.trial, files },
    maxMs: parts.reduce((sum, { maxMs }) => sum + maxMs, 0),
  };
}

const begin = (): Resident => startResident(root, directory, environment());

/**
 * Tries mutants in one process after the other. What earlier mutants left behind, and a machine
 * that has no time, must not be taken for a test that notices: a kill counts when the tests that
 * failed pass afterwards without a mutant, in the same time; for a mutant that ended its process,
 * or left it in disorder, in another process.
 */
async function work(waiting: Case[], tests: readonly Test[]): Promise<void> {
  let resident = begin();
  let tried = 0;
  let unproven: { each: Case; part: Part }[] = [];
  const renew = (isAlone: boolean): void => {
    waiting.unshift(...unproven.map(({ each }) => ({ ...each, isAlone })));
    [unproven, tried] = [[], 0];
    resident.end();
    resident = begin();
  };
  const prove = async (): Promise<void> => {
    const { trial, maxMs } = together(unproven.map(({ part }) => part));
    const { passed, isClean } = await resident.attempt(unmutated(trial), maxMs);
    if (passed) keepKilled(unproven.splice(0).map(({ each }) => each));
    if (!passed || !isClean || tried > trialsOfAProcess) renew(true);
  };
  const judge = async (each: Case): Promise<void> => {
    const reaching = testsReaching(each, tests);
    tried += 1;
    for (const part of trialsOf(each, reaching)) {
      const { passed, isClean, file } = await resident.attempt(part.trial, part.maxMs);
      if (passed && isClean) continue;
      noteKiller(each.file, file);
      const failed = failedOf(part, file);
      if (isClean && !each.isAlone) unproven.push({ each, part: failed });
      else await judgeAnew(each, failed);
      return;
    }
    tell(reaching.length > 0 ? 'survived' : 'no test reaches', each);
  };
  const judgeAnew = async (each: Case, { trial, maxMs }: Part): Promise<void> => {
    const wasFirst = tried === 1;
    renew(false);
    if (!wasFirst) return void waiting.unshift({ ...each, isAlone: true });
    const { passed, isClean } = await resident.attempt(unmutated(trial), maxMs);
    if (!isClean) renew(false);
    if (passed && isClean) keepKilled([each]);
    else tell('not decided, its tests fail or have no time without it', each);
  };
  while (waiting.length > 0 || unproven.length > 0) {
    const each = waiting.shift();
    if (each?.isAlone === true && tried > 0) renew(false);
    if (each !== undefined) await judge(each);
    if (unproven.length >= (each === undefined ? 1 : killsProvenAtOnce)) await prove();
  }
  resident.end();
}

function keepKilled(cases: readonly Case[]): void {
  for (const { text, mutant } of cases) known.keepKilled(text, mutant);
  killed += cases.length;
}

function testsReaching({ file, text, mutant }: Case, tests: readonly Test[]): Test[] {
  return [...reachOf(file, text)(tests, mutant.start), ...doctorTests(file, text)];
}

/** Tells of a mutant that was not killed. */
function tell(how: string, each: Case): void {
  const [line, flipped] = linesOf(each);
  survived += 1;
  console.log(`${how}: ${each.file}:${each.mutant.line}\n  - ${line}\n  + ${flipped}`);
}

/**
 * The doctor's tests of the checks in a source file, by their numbers, or of what checks have in
 * common. Each runs all checks: what they take is a guess.
 */
function doctorTests(file: string, text: string): Test[] {
  if (!/\/checks[^/]*$/.test(file)) return [];
  const ids = [...text.matchAll(/\bid: '(I-\d+)'/g)].map(([, id]) => id);
  const name = `T28 (${[...ids, 'nothing is reported'].join('|')}) .*`;
  return [{ file: doctor, name, durationMs: 10_000, runs: [] }];
}

async function tryTarget(target: Target, cases: readonly Case[]): Promise<void> {
  if (cases.length === 0) return;
  console.log(`${target.name}: ${cases.length} mutants`);
  const tests = await measureTests(target);
  for (let from = 0; from < cases.length; from += mutantsOfACluster) {
    const waiting = cases.slice(from, from + mutantsOfACluster);
    await Promise.all(Array.from({ length: processesMax }, () => work(waiting, tests)));
    await cluster.close();
    cluster = await startCluster();
  }
}

function leave(): void {
  killByDirectory(directory);
  rmSync(directory, { recursive: true, force: true, maxRetries: 10 });
}

const directory = mkdtempSync(join(quickDisk(), 'jokko-mutants-'));
chmodSync(directory, 0o1777);
process.env['TMPDIR'] = directory;
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const)
  process.prependListener(signal, () => {
    leave();
    process.exit(130);
  });

const parts = process.argv.slice(2);
let killed = 0;
let survived = 0;
let [cluster] = await Promise.all([startCluster(), fillCompileCache(root, compileCache)]);
try {
  for (const target of targets) await tryTarget(target, casesOf(target, parts));
} finally {
  await cluster.close();
  leave();
}
console.log(`${killed} killed, ${survived} survived`);
process.exitCode = survived === 0 ? 0 : 1;
