// Divides the test files among suites and processes. The files of one shard run in one process, one after the other: they load the code once.

import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** `fast` is `npm test`, `long` is `npm run test:long`; `nightly` is all of it. */
export const suites = ['fast', 'long', 'nightly'] as const;
export type Suite = (typeof suites)[number];

export interface Shard {
  name: string;
  files: string[];
}

/** More than there are processors: tests wait for clocks and for other processes. Long ones keep several processes busy by themselves. */
export const processesMax: { readonly [suite in Suite]: number } = { fast: 4, long: 3, nightly: 3 };

const root = join(import.meta.dirname, '../..');
const workspaces = 'contract,connectors,gateway,portal,simulator,acceptance,bench,examples,scripts';

/** Files that kill processes or take something away from them, those that drive a browser, the simulation, and those that read a heap. */
const longFolders = [
  'acceptance/crash/',
  'acceptance/memory/',
  'acceptance/portal/',
  'acceptance/simulation/',
];
const longFiles = [
  'acceptance/c-chaos.test.ts',
  'acceptance/f54-restored.test.ts',
  'acceptance/install/npm-package.test.ts',
  'acceptance/install/proxies.test.ts',
  'acceptance/o-idle.test.ts',
  'acceptance/o-nodes.test.ts',
  'acceptance/o-threads.test.ts',
  'acceptance/o4-rehearsal.test.ts',
  'acceptance/o11-steps.test.ts',
  'acceptance/o9-limits.test.ts',
  'acceptance/o15-breakers.test.ts',
  'acceptance/p-cards-lost.test.ts',
  'acceptance/p-bank-files.test.ts',
  'acceptance/p-prompt-wallets.test.ts',
  'acceptance/p-own-connector.test.ts',
  'acceptance/p-products-and-chat.test.ts',
  'acceptance/privacy.test.ts',
  'acceptance/s-in-flight.test.ts',
  'acceptance/s-overload.test.ts',
  'acceptance/s-provider-away.test.ts',
  'acceptance/x-delivery-hostile.test.ts',
  'acceptance/x-poisoned-recipients.test.ts',
  'gateway/src/node/archive/archive-killed.test.ts',
  'gateway/src/node/doctor/in-parts.test.ts',
  'gateway/src/node/level/level.test.ts',
  'gateway/src/node/orphans.test.ts',
  'gateway/src/node/own-connectors/cli-own-connectors.test.ts',
  'gateway/src/node/start-without-database.test.ts',
  'scripts/test-run/test/break-off.test.ts',
];

/** Thousands of lives over a failing network; and conformance of all protocols but the two that stand for them in `fast`. */
const longConnectorTests =
  /^connectors\/(.*\/lives|(?!gsma\/|sandbox\/).*\/conformance)\.test\.ts$/;

const isLong = (file: string): boolean =>
  longFolders.some((folder) => file.startsWith(folder)) ||
  longFiles.includes(file) ||
  longConnectorTests.test(file);

function findFiles(): string[] {
  return globSync(`{${workspaces}}/**/*.test.ts`, {
    cwd: root,
    exclude: (path) => path.includes('node_modules'),
  }).toSorted();
}

/** Whether a file's tests have databases of the shared cluster. */
function usesDatabase(file: string): boolean {
  const text = readFileSync(join(root, file), 'utf8');
  return /\b(startTestPostgres|startPortal|useBooks|useFixture)\b/.test(text);
}

/** The folder's part of a name that decides with which other files a file shares a process. */
function kindOf(file: string): 'crash' | 'browser' | 'acceptance' | 'database' | 'pure' {
  if (file.startsWith('acceptance/crash/')) return 'crash';
  if (file.startsWith('acceptance/portal/')) return 'browser';
  if (file.startsWith('acceptance/')) return 'acceptance';
  return usesDatabase(file) ? 'database' : 'pure';
}

/** How many processes share the files of a kind, those that take longest first. */
const processesOf = { acceptance: 5, database: 4, browser: 3, crash: 3, pure: 2 } as const;

/** Deals the files out in turns. */
function deal(name: string, files: readonly string[], count: number): Shard[] {
  return Array.from({ length: count }, (_, place) => ({
    name: `${name}-${place + 1}`,
    files: files.filter((_file, index) => index % count === place),
  })).filter((shard) => shard.files.length > 0);
}

/** The test files of a suite, by process. */
export function shardsOf(suite: Suite): Shard[] {
  const files = findFiles().filter(
    (file) => suite === 'nightly' || isLong(file) === (suite === 'long'),
  );
  return Object.entries(processesOf).flatMap(([kind, count]) =>
    deal(
      kind,
      files.filter((file) => kindOf(file) === kind),
      count,
    ),
  );
}
