// Flips what decides about money, one thing at a time (mutants/find-mutants.ts), and runs the tests
// of its folder that reach it: `npm run test:mutants [-- PART...]`, PART being a part of a path. A
// mutant that no test notices survives: it is printed, and the run ends with 1 unless
// mutants/survivors.ts has it. Goes on where an earlier run ended.

import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { clusterVariable, startCluster } from '../gateway/src/node/doctor/testing/cluster.ts';
import { pathToFileURL } from 'node:url';
import { reachOf } from './mutants/coverage.ts';
import { findMutants, type Mutant } from './mutants/find-mutants.ts';
import { knownResults } from './mutants/known-results.ts';
import { mutantVariable, type MutatedFile } from './mutants/mutated-source.ts';
import { measureVariable, measuredVariable, type MeasuredTest } from './mutants/measure-tests.ts';
import { isSurvivor } from './mutants/survivors.ts';
import { doctor, targets, type Target } from './mutants/targets.ts';
import { killByDirectory } from './test-run/processes.ts';
import { hasFailed } from './test-run/progress.ts';
import { runProcess } from './test-run/test-process.ts';

/** Tests wait for the database half of their time. */
const processesMax = Number(process.env['JOKKO_MUTANTS_AT_ONCE'] ?? 3);
/** A mutant that never ends is killed, after ten times what its tests take. */
const fileMinMs = 60_000;
/** Tests that are cut short leave databases behind. */
const mutantsOfACluster = 150;
const root = join(import.meta.dirname, '..');
const known = knownResults(join(root, 'reports/mutants-killed.txt'));

interface Case {
  file: string;
  text: string;
  mutant: Mutant;
}

/** Tests of a file. */
interface Test extends MeasuredTest {
  file: string;
  /** A regular expression. */
  name: string;
}

function casesOf({ sources }: Target, parts: readonly string[]): Case[] {
  return sources
    .filter((file) => parts.length === 0 || parts.some((part) => file.includes(part)))
    .flatMap((file) => {
      const text = readFileSync(join(root, file), 'utf8');
      return findMutants(file, text).map((mutant) => ({ file, text, mutant }));
    })
    .filter((each) => !isSurvivor(each.file, ...linesOf(each)))
    .filter(({ text, mutant }) => !known.isKilled(text, mutant));
}

interface Run {
  name: string;
  files: readonly string[];
  words?: readonly string[];
  variables: NodeJS.ProcessEnv;
  fileMaxMs: number;
}

/** Runs test files up to the first failure. */
async function doTestsPass({ name, files, words = [], variables, ...run }: Run): Promise<boolean> {
  const stop = new AbortController();
  const room = makeRoom();
  await runProcess(
    { name, files: [...files] },
    {
      root,
      directory: room,
      words: [
        ...words,
        ...['test-run/seed.ts', 'mutants/mutated-source.ts', 'mutants/measure-tests.ts'].map(
          (module) => `--import=${new URL(module, import.meta.url).href}`,
        ),
      ],
      environment: {
        ...process.env,
        TMPDIR: room,
        JOKKO_TEST_SEED: '1',
        [clusterVariable]: cluster.directory,
        ...variables,
      },
      fileMaxMs: () => run.fileMaxMs,
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
    ran: all.map(({ ran }) => ran).reduce(joined, {}),
  });
  if (isStory(text)) return [join(measured, '.*')];
  const [before, ...tests] = measured;
  return tests.map((test) => join([before!, test], quoted(test.name!)));
}

/** The tests of a target with what they take and reach. */
async function measureTests({ tests, sources }: Target): Promise<Test[]> {
  const urls = sources.map((source) => pathToFileURL(join(root, source)).href);
  const texts = sources.map((source) => readFileSync(join(root, source), 'utf8'));
  const measured: Test[] = [];
  for (const file of tests) {
    const text = readFileSync(join(root, file), 'utf8');
    const lines = await known.measured([file, text, ...texts], async (written) => {
      const variables = { [measureVariable]: written, [measuredVariable]: JSON.stringify(urls) };
      const passed = await doTestsPass({
        name: 'as-it-is',
        files: [file],
        variables,
        fileMaxMs: 30 * fileMinMs,
      });
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

function joined(one: MeasuredTest['ran'], other: MeasuredTest['ran']): MeasuredTest['ran'] {
  const all = { ...one };
  for (const [url, ranges] of Object.entries(other)) all[url] = [...(all[url] ?? []), ...ranges];
  return all;
}

/** The mutant's line before and after. */
function linesOf({ text, mutant: { start, end, replacement } }: Case): [string, string] {
  const from = text.lastIndexOf('\n', start - 1) + 1;
  const to = text.indexOf('\n', end);
  const mutated = text.slice(from, start) + replacement + text.slice(end, to);
  return [text.slice(from, to).trim(), mutated.trim()];
}

/** The quick half first: most mutants are killed by it. */
function halvesOf(tests: readonly Test[]): Test[][] {
  const sorted = tests.toSorted((left, right) => left.durationMs - right.durationMs);
  const all = sorted.reduce((sum, { durationMs }) => sum + durationMs, 0);
  let sum = 0;
  const quick = sorted.filter(({ durationMs }, index) => {
    sum += durationMs;
    return index === 0 || sum <= all / 2;
  });
  return [quick, sorted.slice(quick.length)].filter((half) => half.length > 0);
}

const quoted = (name: string): string => name.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);

async function isNoticed({ file, mutant }: Case, tests: readonly Test[]): Promise<boolean> {
  const { start, end, replacement } = mutant;
  const mutated: MutatedFile = { path: join(root, file), start, end, replacement };
  for (const half of halvesOf(tests)) {
    const names = half.map(({ name }) => name);
    const passed = await doTestsPass({
      name: `mutant-${killed + survived}`,
      files: [...new Set(half.map((test) => test.file))],
      words: [`--test-name-pattern=/^(${names.join('|')})$/`],
      variables: { [mutantVariable]: JSON.stringify(mutated) },
      fileMaxMs: fileMinMs + half.reduce((sum, { durationMs }) => sum + 10 * durationMs, 0),
    });
    if (!passed) return true;
  }
  return false;
}

async function tryMutant(each: Case, tests: readonly Test[]): Promise<void> {
  const { file, text, mutant } = each;
  const url = pathToFileURL(join(root, file)).href;
  const reaching = [...reachOf(url, text)(tests, mutant.start), ...doctorTests(text)];
  if (await isNoticed(each, reaching)) {
    known.keepKilled(text, mutant);
    killed += 1;
    return;
  }
  const [line, flipped] = linesOf(each);
  survived += 1;
  const how = reaching.length === 0 ? 'no test reaches' : 'survived';
  console.log(`${how}: ${file}:${mutant.line}\n  - ${line}\n  + ${flipped}`);
}

/** The doctor's tests of the checks in a source file, by their numbers. Each runs all checks: what they take is a guess. */
function doctorTests(text: string): Test[] {
  const ids = [...text.matchAll(/\bid: '(I-\d+)'/g)].map(([, id]) => id);
  if (ids.length === 0) return [];
  const name = `T28 (${ids.join('|')}|nothing is reported) .*`;
  return [{ file: doctor, name, durationMs: 10_000, ran: {} }];
}

async function tryTarget(target: Target, cases: readonly Case[]): Promise<void> {
  if (cases.length === 0) return;
  console.log(`${target.name}: ${cases.length} mutants`);
  const tests = await measureTests(target);
  for (let from = 0; from < cases.length; from += mutantsOfACluster) {
    const waiting = cases.slice(from, from + mutantsOfACluster);
    const work = async (): Promise<void> => {
      for (let each = waiting.shift(); each !== undefined; each = waiting.shift())
        await tryMutant(each, tests);
    };
    await Promise.all(Array.from({ length: processesMax }, work));
    await cluster.close();
    cluster = await startCluster();
  }
}

function leave(): void {
  killByDirectory(directory);
  rmSync(directory, { recursive: true, force: true, maxRetries: 10 });
}

const directory = mkdtempSync(join(tmpdir(), 'jokko-mutants-'));
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
let cluster = await startCluster();
try {
  for (const target of targets) await tryTarget(target, casesOf(target, parts));
} finally {
  await cluster.close();
  leave();
}
console.log(`${killed} killed, ${survived} survived`);
process.exitCode = survived === 0 ? 0 : 1;
