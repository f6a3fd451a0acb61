// Proves that of many simulators that start at the same moment on the folder of a dead one,
// exactly one gets it, and that a simulator ends when its folder is removed.

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';

const lockModule = new URL('../src/lock.ts', import.meta.url).href;
const main = new URL('../src/main.ts', import.meta.url).pathname;
const starters = 6;
const rounds = 4;

const makeFolder = (): string => mkdtempSync(join(tmpdir(), 'jokko-lock-'));

test('a folder whose owner died is taken by one of many that start at once', async () => {
  for (let round = 0; round < rounds; round++) {
    const folder = makeFolder();
    writeFileSync(join(folder, 'lock.1'), '4194305 12345\n');
    // Each waits for a line until all are up, then tries, and lives until the last has tried.
    const program = `
      import { once } from 'node:events';
      const { lockFolder } = await import(${JSON.stringify(lockModule)});
      process.stdout.write('up');
      await once(process.stdin, 'data');
      try { lockFolder(${JSON.stringify(folder)}); process.stdout.write('held'); } catch { process.stdout.write('refused'); }
      await once(process.stdin, 'end');`;
    const children = Array.from({ length: starters }, () => run(program));
    for (const { next } of children) assert.equal(await next(), 'up');
    for (const { child } of children) child.stdin.write('now\n');
    const said = await Promise.all(children.map(({ next }) => next()));
    for (const { child } of children) child.stdin.end();
    await Promise.all(children.map(({ ended }) => ended));
    rmSync(folder, { recursive: true, force: true, maxRetries: 10 });
    assert.deepEqual(said.toSorted(), [
      'held',
      ...Array.from({ length: starters - 1 }, () => 'refused'),
    ]);
  }
});

function run(program: string) {
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  return {
    child,
    ended: once(child, 'close'),
    async next(): Promise<string> {
      const [data] = (await once(child.stdout, 'data')) as [Buffer];
      return data.toString();
    },
  };
}

test('a simulator ends when its folder is removed', { timeout: 120_000 }, async () => {
  const folder = makeFolder();
  const child = spawn(process.execPath, [main], {
    env: { PORT: '0', DATA_DIR: folder },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await once(child.stdout, 'data');
  const ended = once(child, 'exit');
  rmSync(folder, { recursive: true, force: true, maxRetries: 10 });
  assert.deepEqual(await ended, [0, null]);
});
