// Proves that Ctrl+C ends a test run at once and leaves nothing of it: no process, however it was
// started, and no directory.

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../..', import.meta.url));
/**
 * It has a gateway, a database and a simulator, the last of them in a session of its own and
 * without our environment.
 */
const withInstallation = 'acceptance/c-grace.test.ts';

test('Ctrl+C ends a run at once and leaves nothing of it', async () => {
  const run = spawn(process.execPath, ['scripts/run-tests.ts', 'fast', withInstallation], {
    cwd: root,
    stdio: 'ignore',
  });
  const ended = once(run, 'exit');
  const simulator = await untilStarted(run.pid!);
  const directory = /DATA_DIR=([^\0]*\/jokko-tests-[^/\0]*)/.exec(environmentOf(simulator))![1]!;
  assert.ok(processesOf(directory).length > 3, 'a database, a gateway, a simulator, a test');
  run.kill('SIGINT');
  assert.deepEqual(await ended, [130, null]);
  assert.deepEqual(processesOf(directory), []);
  assert.equal(existsSync(directory), false);
});

/** The simulator whose installation a test of this run has started. */
async function untilStarted(runner: number): Promise<number> {
  for (;;) {
    const ours = new Set(descendantDirectories(runner));
    const found = processes().find(
      (pid) =>
        read(pid, 'cmdline').includes('simulator/src/main') &&
        [...ours].some((directory) => environmentOf(pid).includes(directory)),
    );
    if (found !== undefined) return found;
    await sleep(100);
  }
}

/** Where the run keeps its files, by the environment of the processes it has started. */
const descendantDirectories = (runner: number): string[] =>
  processes()
    .filter((pid) => read(pid, 'stat').split(') ').at(-1)?.split(' ')[1] === String(runner))
    .flatMap((pid) => /TMPDIR=([^\0]*\/jokko-tests-[^/\0]*)/.exec(environmentOf(pid))?.[1] ?? []);

const processesOf = (directory: string): number[] =>
  processes().filter((pid) => `${environmentOf(pid)}${read(pid, 'cmdline')}`.includes(directory));

const environmentOf = (pid: number): string => read(pid, 'environ');

const processes = (): number[] => readdirSync('/proc').map(Number).filter(Number.isInteger);

function read(pid: number, name: string): string {
  try {
    return readFileSync(join('/proc', String(pid), name), 'latin1');
  } catch {
    // It has ended.
    return '';
  }
}
