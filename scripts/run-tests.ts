// Runs the tests of one suite: `fast` (npm test), `long` (npm run test:long) or `nightly`. Test
// files share processes (test-run/shards.ts) and one PostgreSQL cluster, on a memory disk where
// this machine has one. Words after the suite that begin with a dash are passed on to Node.js
// (`--test-name-pattern=refund`); the others are parts of paths, and only such files are run.

import { randomInt } from 'node:crypto';
import { chmodSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { clusterVariable, startCluster } from '../gateway/src/node/doctor/testing/cluster.ts';
import { fillCompileCache } from './test-run/compile-cache.ts';
import { describeCost } from './test-run/cost.ts';
import { quickDisk } from './test-run/memory-disk.ts';
import { killByDirectory } from './test-run/processes.ts';
import { describeOutcome, describeResult, recordFlaky } from './test-run/report.ts';
import { hasTests } from './test-run/progress.ts';
import { hasPassed, runFiles, type Outcome } from './test-run/run-files.ts';
import { processesMax, shardsOf, suites, type Shard, type Suite } from './test-run/shards.ts';

/** Servers that test files share stop after the last of them. */
const leaveWithinMs = 20_000;
/**
 * The limit of one file. A file waits for what it expects; this only ends one that waits for ever.
 * Nightly files take as long as they want.
 */
const fileMaxMs = { fast: 600_000, long: 1_200_000, nightly: 36_000_000 } as const;
/** Every run of `fast` draws the same; the others draw anew, and say what from. */
const fixedSeed = 1;
const seedsEnd = 2 ** 31;
const seedLoader = new URL('test-run/seed.ts', import.meta.url).href;
const root = join(import.meta.dirname, '..');
/** The program's own: a node that ran before has compiled what a node needs. */
const compileCache = join(root, 'node_modules/.cache/jokko');
const flakyFile = join(root, 'reports/flaky.jsonl');

/** The nightly run works on the disk. */
function makeDirectory(suite: Suite): string {
  const directory = mkdtempSync(join(quickDisk(suite !== 'nightly'), 'jokko-tests-'));
  // Where tests run as root, their databases run as another user, who must be able to enter.
  chmodSync(directory, 0o1777);
  return directory;
}

const remove = (directory: string): void =>
  rmSync(directory, { recursive: true, force: true, maxRetries: 10 });

/** Waits for the servers that test files have shared, and ends what is left after that. */
async function leave(): Promise<void> {
  const deadline = performance.now() + leaveWithinMs;
  while (
    readdirSync(directory).some((name) => name.startsWith('jokko-acceptance-')) &&
    performance.now() < deadline
  )
    await sleep(100);
  killByDirectory(directory);
  remove(directory);
}

/**
 * Ctrl+C, the end of the terminal or of who reads the output, or a fault of ours: nothing is left
 * of the run.
 */
function breakOff(code: number): never {
  stop.abort();
  killByDirectory(directory);
  remove(directory);
  process.exit(code);
}

/** Those with one of the parts in their path; all, where none is named. */
function choose(shards: readonly Shard[], parts: readonly string[]): Shard[] {
  const isChosen = (file: string): boolean =>
    parts.length === 0 || parts.some((part) => file.includes(part));
  return shards
    .map(({ name, files }) => ({ name, files: files.filter(isChosen) }))
    .filter(({ files }) => files.length > 0);
}

async function runSuite(suite: Suite, shards: readonly Shard[]): Promise<Outcome> {
  const [cluster] = await Promise.all([startCluster(), fillCompileCache(root, compileCache)]);
  // What uses the processors to the full comes first, and alone: a crash test's nodes would lose
  // their leases beside it.
  const isBusy = ({ name }: Shard): boolean => suite === 'long' && name.startsWith('pure');
  const isAlone = ({ name }: Shard): boolean => name.startsWith('alone');
  const outcome = await runFiles({
    root,
    directory,
    stages: [
      shards.filter(isBusy),
      shards.filter((shard) => !isBusy(shard) && !isAlone(shard)),
      shards.filter(isAlone),
    ],
    processesMax: processesMax[suite],
    words: [`--import=${seedLoader}`, ...words.filter((word) => word.startsWith('-'))],
    environment: {
      ...process.env,
      [clusterVariable]: cluster.directory,
      NODE_COMPILE_CACHE: compileCache,
    },
    fileMaxMs: () => fileMaxMs[suite],
    stop: stop.signal,
    onResult(result, tries) {
      if (hasTests(result)) console.log(describeResult(result, tries));
    },
  });
  await cluster.close();
  return outcome;
}

/** Ends the run before it has begun. */
function refuse(reason: string): never {
  console.error(reason);
  process.exit(2);
}

function readSeed(): number | null {
  const text = process.env['JOKKO_TEST_SEED'];
  if (text === undefined) return null;
  const seed = Number(text);
  if (!/^\d+$/.test(text) || seed >= seedsEnd)
    refuse(`JOKKO_TEST_SEED must be a whole number below ${seedsEnd}, not ${JSON.stringify(text)}`);
  return seed;
}

/**
 * Says what was flaky to the runs that come, too. That it cannot be kept is no failure of a test.
 */
function keepFlaky(suite: Suite, { flaky }: Outcome): void {
  try {
    recordFlaky(flakyFile, suite, flaky);
  } catch (error) {
    console.error(`what was flaky could not be written down: ${String(error)}`);
  }
}

const [name = 'fast', ...words] = process.argv.slice(2);
const suite = suites.find((each) => each === name);
if (suite === undefined) refuse(`there is no suite ${name}: ${suites.join(', ')}`);
if (words.includes('--test-name-pattern')) refuse('write --test-name-pattern=PATTERN');
const parts = words.filter((word) => !word.startsWith('-'));
const shards = choose(shardsOf(suite), parts);
if (shards.length === 0)
  refuse(`no test file of the suite ${suite} has ${parts.join(' or ')} in its path`);
// A user's own database is not the tests': what would lead the driver there, or change how a server
// answers, stays outside.
for (const variable of Object.keys(process.env))
  if (/^(PG|DATABASE_URL)/.test(variable)) delete process.env[variable];
const seed = readSeed() ?? (suite === 'fast' ? fixedSeed : randomInt(seedsEnd));
process.env['JOKKO_TEST_SEED'] = String(seed);
const directory = makeDirectory(suite);
process.env['TMPDIR'] = directory;
const stop = new AbortController();
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const)
  // Before the cluster, which would end this process and leave the others.
  process.prependListener(signal, () => breakOff(130));
process.stdout.on('error', () => breakOff(1));
process.on('uncaughtException', (error) => {
  console.error(error);
  breakOff(1);
});
console.log(`Random tests draw from JOKKO_TEST_SEED=${seed}`);
let outcome: Outcome;
try {
  outcome = await runSuite(suite, shards);
} finally {
  await leave();
}
keepFlaky(suite, outcome);
console.log(describeCost());
console.log(describeOutcome(outcome));
process.exitCode = hasPassed(outcome) ? 0 : 1;
