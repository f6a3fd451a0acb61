// Flips what decides about money, one thing at a time (mutants/find-mutants.ts), and runs the tests
// of its folder that reach it: `npm run test:mutants [-- PART...]`, PART being a part of a path. A
// mutant that no test notices survives: it is printed, and the run ends with 1 unless
// mutants/survivors.ts has it. Goes on where an earlier run ended.

import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { clusterVariable, startCluster } from '../gateway/src/node/doctor/testing/cluster.ts';
import { readCoverage } from './mutants/coverage.ts';
import { findMutants, type Mutant } from './mutants/find-mutants.ts';
import { knownResults } from './mutants/known-results.ts';
import { mutantVariable, type MutatedFile } from './mutants/mutated-source.ts';
import { isSurvivor } from './mutants/survivors.ts';
import { targets, type Target } from './mutants/targets.ts';
import { killByDirectory } from './test-run/processes.ts';
import { hasFailed } from './test-run/progress.ts';
import { runProcess } from './test-run/test-process.ts';

/** Tests wait for the database half of their time. */
const processesMax = Number(process.env['JOKKO_MUTANTS_AT_ONCE'] ?? 3);
/** A mutant that never ends is killed. */
const fileMaxMs = 180_000;
/** Tests that are cut short leave databases behind. */
const mutantsOfACluster = 150;
const root = join(import.meta.dirname, '..');
const known = knownResults(join(root, 'reports/mutants-killed.txt'));

interface Case {
  file: string;
  text: string;
  mutant: Mutant;
}

interface TestFile {
  file: string;
  durationMs: number;
  hasRun(path: string, at: number): boolean;
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

/** Runs test files up to the first failure. */
async function doTestsPass(
  files: readonly string[],
  name: string,
  variables: NodeJS.ProcessEnv,
): Promise<boolean> {
  const stop = new AbortController();
  const room = makeRoom();
  await runProcess(
    { name, files: [...files] },
    {
      root,
      directory: room,
      words: ['test-run/seed.ts', 'mutants/mutated-source.ts'].map(
        (module) => `--import=${new URL(module, import.meta.url).href}`,
      ),
      environment: {
        ...process.env,
        TMPDIR: room,
        JOKKO_TEST_SEED: '1',
        [clusterVariable]: cluster.directory,
        ...variables,
      },
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

function makeRoom(): string {
  const room = mkdtempSync(join(directory, 'room-'));
  chmodSync(room, 0o1777);
  return room;
}

/** The test files of a target by what they take, the shortest first, with what they reach. */
async function measureTests({ tests }: Target): Promise<TestFile[]> {
  const measured: TestFile[] = [];
  for (const file of tests) {
    const coverage = makeRoom();
    const startedMs = performance.now();
    if (!(await doTestsPass([file], 'as-it-is', { NODE_V8_COVERAGE: coverage })))
      throw new Error(`${file} fails without a mutant`);
    const durationMs = performance.now() - startedMs;
    measured.push({ file, durationMs, hasRun: readCoverage(coverage) });
    rmSync(coverage, { recursive: true });
  }
  return measured.toSorted((left, right) => left.durationMs - right.durationMs);
}

/** The mutant's line before and after. */
function linesOf({ text, mutant: { start, end, replacement } }: Case): [string, string] {
  const from = text.lastIndexOf('\n', start - 1) + 1;
  const to = text.indexOf('\n', end);
  const mutated = text.slice(from, start) + replacement + text.slice(end, to);
  return [text.slice(from, to).trim(), mutated.trim()];
}

async function tryMutant(each: Case, tests: readonly TestFile[], name: string): Promise<void> {
  const { file, text, mutant } = each;
  const path = join(root, file);
  const reaching = tests.filter(({ hasRun }) => hasRun(path, mutant.start));
  const { start, end, replacement } = mutant;
  const mutated: MutatedFile = { path, start, end, replacement };
  const variables = { [mutantVariable]: JSON.stringify(mutated) };
  const files = reaching.map((test) => test.file);
  if (files.length > 0 && !(await doTestsPass(files, name, variables))) {
    known.keepKilled(text, mutant);
    killed += 1;
    return;
  }
  const [line, flipped] = linesOf(each);
  survived += 1;
  const how = files.length === 0 ? 'no test reaches' : 'survived';
  console.log(`${how}: ${file}:${mutant.line}\n  - ${line}\n  + ${flipped}`);
}

async function tryTarget(target: Target, cases: readonly Case[]): Promise<void> {
  if (cases.length === 0) return;
  console.log(`${target.name}: ${cases.length} mutants`);
  const tests = await measureTests(target);
  for (let from = 0; from < cases.length; from += mutantsOfACluster) {
    const waiting = cases.slice(from, from + mutantsOfACluster);
    const work = async (): Promise<void> => {
      for (let each = waiting.shift(); each !== undefined; each = waiting.shift())
        await tryMutant(each, tests, `mutant-${killed + survived}`);
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
