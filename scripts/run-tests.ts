// Runs the tests of one suite, `fast` (npm test), `long` (npm run test:long) or `nightly`, with `node --test`. Test files share processes
// (test-shards.ts) and one PostgreSQL cluster, on a memory disk where this machine has one. Words that follow the name of the suite are
// passed on to `node --test`.

import { spawn } from 'node:child_process';
import {
  accessSync,
  chmodSync,
  constants,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statfsSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { clusterVariable, startCluster } from '../gateway/src/node/doctor/testing/cluster.ts';
import { processesMax, shardsOf, suites, type Shard, type Suite } from './test-shards.ts';

const memoryDisk = '/dev/shm';
const bytesMin = 2 * 1_024 ** 3;
/** Servers that test files share stop after the last of them. */
const leaveWithinMs = 20_000;
/** Of one file. A file waits for what it expects; this only ends one that waits for ever. Nightly files take as long as they want. */
const fileMaxMs = { fast: 600_000, long: 1_200_000, nightly: 36_000_000 } as const;
/** Of a process with all of its files, on a machine that is busy with something else, too. */
const processMaxMs = { fast: 1_800_000, long: 2_700_000, nightly: 36_000_000 } as const;
const root = join(import.meta.dirname, '..');

/** A container's own is often too small, and programs may not be started there. */
function hasRoom(): boolean {
  try {
    accessSync(memoryDisk, constants.W_OK);
    const { bavail, bsize } = statfsSync(memoryDisk);
    const mount = readFileSync('/proc/mounts', 'utf8')
      .split('\n')
      .find((line) => line.split(' ')[1] === memoryDisk);
    const fits = mount !== undefined && / tmpfs /.test(mount) && !/[ ,]noexec[ ,]/.test(mount);
    return fits && bavail * bsize >= bytesMin && process.availableMemory() >= bytesMin;
  } catch {
    return false;
  }
}

/** The nightly run works on the disk. */
function makeDirectory(suite: Suite): string {
  const parent = suite !== 'nightly' && hasRoom() ? memoryDisk : tmpdir();
  const directory = mkdtempSync(join(parent, 'jokko-tests-'));
  // Where tests run as root, their databases run as another user, who must be able to enter.
  chmodSync(directory, 0o1777);
  return directory;
}

async function remove(directory: string): Promise<void> {
  const deadline = performance.now() + leaveWithinMs;
  while (
    readdirSync(directory).some((name) => name.startsWith('jokko-acceptance-')) &&
    performance.now() < deadline
  )
    await sleep(100);
  rmSync(directory, { recursive: true, force: true, maxRetries: 10 });
}

/** A file that loads the shard's test files, each in a suite of its own, so that the hooks of one do not run for another. */
function writeShard(
  directory: string,
  { name, files }: Shard,
  index: number,
  suite: Suite,
): string {
  const imports = files.map((file) => [file, pathToFileURL(join(root, file)).href]);
  const path = join(directory, `${String(index).padStart(2, '0')}-${name}.mjs`);
  writeFileSync(
    path,
    `import { describe } from 'node:test';
for (const [file, url] of ${JSON.stringify(imports, null, 2)})
  describe(file, { timeout: ${fileMaxMs[suite]} }, async () => void (await import(url)));
`,
  );
  return path;
}

async function runShards(suite: Suite, words: string[], directory: string): Promise<number> {
  process.env['TMPDIR'] = directory;
  const cluster = await startCluster();
  const folder = join(directory, 'shards');
  mkdirSync(folder);
  const shards = shardsOf(suite).map((shard, index) => ({
    name: shard.name,
    path: writeShard(folder, shard, index, suite),
  }));
  // What uses the processors to the full comes first, and alone: a crash test's nodes would lose their leases beside it.
  const isBusy = ({ name }: { name: string }): boolean =>
    suite === 'long' && name.startsWith('pure');
  const stages = [shards.filter(isBusy), shards.filter((shard) => !isBusy(shard))];
  let code = 0;
  for (const stage of stages)
    if (stage.length > 0)
      code = Math.max(code, await runStage(suite, words, cluster.directory, stage));
  await cluster.close();
  return code;
}

/** Runs some shards beside each other; answers the exit code. */
async function runStage(
  suite: Suite,
  words: readonly string[],
  clusterDirectory: string,
  shards: readonly { path: string }[],
): Promise<number> {
  const args = [
    // A process that mostly loads code collects garbage a third as often with room for it from the start.
    '--min-semi-space-size=16',
    '--test',
    // What a file whose clean-up failed has left running would keep its process alive for ever.
    '--test-force-exit',
    `--test-concurrency=${processesMax[suite]}`,
    `--test-timeout=${processMaxMs[suite]}`,
    ...words,
    ...shards.map(({ path }) => path),
  ];
  const tests = spawn(process.execPath, args, {
    cwd: root,
    env: {
      ...process.env,
      [clusterVariable]: clusterDirectory,
      NODE_COMPILE_CACHE: join(root, 'node_modules/.cache/tests'),
    },
    stdio: 'inherit',
  });
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const)
    process.on(signal, () => tests.kill(signal));
  const { promise: ended, resolve } = Promise.withResolvers<number>();
  tests.on('close', (code) => resolve(code ?? 1));
  return ended;
}

const [name = 'fast', ...words] = process.argv.slice(2);
const suite = suites.find((each) => each === name);
if (suite === undefined) throw new Error(`there is no suite ${name}: ${suites.join(', ')}`);
const directory = makeDirectory(suite);
try {
  process.exitCode = await runShards(suite, words, directory);
} finally {
  await remove(directory);
}
