// How do the tests run? `node --test` with the words that follow, on a disk in memory where this machine has room for one: they make and
// remove hundreds of databases of 800 files each, on which a real disk spends half of their time. What they leave is removed at the end.

import { spawn } from 'node:child_process';
import { accessSync, chmodSync, constants, mkdtempSync, readdirSync, readFileSync, rmSync, statfsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const memoryDisk = '/dev/shm';
/** The tests need a fourth of it. */
const bytesMin = 4 * 1_024 ** 3;
/** The installation that test files share stops after the last of them. */
const leaveWithinMs = 20_000;

/** A container's own is often too small, and programs may not be started there. */
function hasRoom() {
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

async function remove(directory) {
  const deadline = performance.now() + leaveWithinMs;
  while (readdirSync(directory).some((name) => name.startsWith('jokko-acceptance-')) && performance.now() < deadline) await sleep(100);
  rmSync(directory, { recursive: true, force: true, maxRetries: 10 });
}

const directory = hasRoom() ? mkdtempSync(join(memoryDisk, 'jokko-tests-')) : null;
// Where tests run as root, their databases run as another user, who must be able to enter.
if (directory !== null) chmodSync(directory, 0o1777);
const env = {
  ...process.env,
  ...(directory === null ? {} : { TMPDIR: directory }),
  NODE_COMPILE_CACHE: join(import.meta.dirname, '../node_modules/.cache/tests'),
};
// A file's process lives for seconds and mostly loads code: with room for it from the start it collects garbage a third as often.
const room = '--min-semi-space-size=16';
const tests = spawn(process.execPath, [room, '--test', ...process.argv.slice(2)], { env, stdio: 'inherit' });
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, () => tests.kill(signal));
tests.on('close', async (code) => {
  if (directory !== null) await remove(directory);
  process.exit(code ?? 1);
});
