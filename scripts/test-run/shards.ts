// Divides the test files among suites and processes. A file's name says its suite
// (docs/testing.md); the files of one shard run in one process, one after the other: they load the
// code once.

import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * `fast` is `npm test`, `long` is `npm run test:long`, the files named `….long.test.ts`; `nightly`
 * is all of it.
 */
export const suites = ['fast', 'long', 'nightly'] as const;
export type Suite = (typeof suites)[number];

export interface Shard {
  name: string;
  files: string[];
}

/**
 * More than there are processors: tests wait for clocks and for other processes. Long ones keep
 * several processes busy by themselves.
 */
export const processesMax: { readonly [suite in Suite]: number } = {
  fast: 7,
  long: 3,
  nightly: 3,
};

const root = join(import.meta.dirname, '../..');
const workspaces =
  'contract,connectors,gateway,portal,simulator,acceptance,bench,examples,scripts,sdks,docs';

const isLong = (file: string): boolean => file.endsWith('.long.test.ts');

function findFiles(): string[] {
  return globSync(`{${workspaces}}/**/*.test.ts`, {
    cwd: root,
    exclude: (path) => path.includes('node_modules'),
  }).toSorted();
}

/** Random tests are part of `fast`, with one seed for ever, and of `long`, with new ones. */
function isRandom(file: string): boolean {
  return /from 'fast-check'|JOKKO_TEST_SEED/.test(readFileSync(join(root, file), 'utf8'));
}

function belongsTo(suite: Suite, file: string): boolean {
  if (suite === 'fast') return !isLong(file);
  return suite === 'nightly' || isLong(file) || isRandom(file);
}

/** Whether a file's tests have databases of the shared cluster. */
function usesDatabase(file: string): boolean {
  const text = readFileSync(join(root, file), 'utf8');
  return /\b(startTestPostgres|startPortal|useBooks|useDatabase|useFixture|usePostgres)\b/.test(
    text,
  );
}

/** Opens every page: beside six processes it takes fifteen times as long as by itself. */
const alone = 'acceptance/portal/smoke.test.ts';

/** The folder's part of a name that decides with which other files a file shares a process. */
function kindOf(file: string): keyof typeof processesOf {
  if (file === alone) return 'alone';
  if (file.startsWith('acceptance/crash/')) return 'crash';
  if (file.startsWith('acceptance/portal/')) return 'browser';
  if (file.startsWith('acceptance/')) return 'acceptance';
  return usesDatabase(file) ? 'database' : 'pure';
}

/**
 * How many processes share the files of a kind. Those that wait the most come first: what computes
 * fills the processors beside them, and at the end.
 */
const processesOf = {
  browser: 3,
  crash: 3,
  acceptance: 4,
  database: 3,
  pure: 2,
  alone: 1,
} as const;

/** Deals the files out in turns. */
function deal(name: string, files: readonly string[], count: number): Shard[] {
  return Array.from({ length: count }, (_, place) => ({
    name: `${name}-${place + 1}`,
    files: files.filter((_file, index) => index % count === place),
  })).filter((shard) => shard.files.length > 0);
}

/** The test files of a suite, by process. */
export function shardsOf(suite: Suite): Shard[] {
  const files = findFiles().filter((file) => belongsTo(suite, file));
  return Object.entries(processesOf).flatMap(([kind, count]) =>
    deal(
      kind,
      files.filter((file) => kindOf(file) === kind),
      count,
    ),
  );
}
