// Of many simulators that start at the same moment on the folder of a dead one, does exactly one get it?

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';

const lockModule = new URL('../src/lock.ts', import.meta.url).href;
const starters = 6;
const rounds = 4;
/** Long enough for all processes to be up; then they try together. */
const startInMs = 1_000;
const holdMs = 500;

test('a folder whose owner died is taken by one of many that start at once', async () => {
  for (let round = 0; round < rounds; round++) {
    const folder = mkdtempSync(join(tmpdir(), 'jokko-lock-'));
    writeFileSync(join(folder, 'lock.1'), '4194305 12345\n');
    const at = Date.now() + startInMs;
    const program = `
      const { lockFolder } = await import(${JSON.stringify(lockModule)});
      while (Date.now() < ${at});
      try { lockFolder(${JSON.stringify(folder)}); process.stdout.write('held'); } catch { process.stdout.write('refused'); }
      setTimeout(() => {}, ${holdMs});`;
    const said = await Promise.all(Array.from({ length: starters }, () => run(program)));
    rmSync(folder, { recursive: true, force: true, maxRetries: 10 });
    assert.deepEqual(said.toSorted(), ['held', ...Array.from({ length: starters - 1 }, () => 'refused')]);
  }
});

function run(program: string): Promise<string> {
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], { stdio: ['ignore', 'pipe', 'inherit'] });
  let said = '';
  child.stdout.on('data', (data: Buffer) => (said += data.toString()));
  return new Promise((resolve) => child.once('close', () => resolve(said)));
}
