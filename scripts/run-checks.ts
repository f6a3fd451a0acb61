// Runs every script of package.json whose name begins with `check:`, in their order (the longest
// first), as many at once as there are processors. Prints what each found and exits with 1 if any
// failed.

import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');

const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  scripts: Record<string, string>;
};

const waiting = Object.entries(scripts)
  .filter(([name]) => name.startsWith('check:'))
  .values();
let failed = 0;
await Promise.all(Array.from({ length: availableParallelism() }, runNext));
process.exitCode = failed === 0 ? 0 : 1;

async function runNext(): Promise<void> {
  for (const [name, command] of waiting) {
    const started = performance.now();
    const { output, ok } = await run(command);
    const seconds = ((performance.now() - started) / 1_000).toFixed(1);
    process.stdout.write(`${ok ? '✔' : '✖'} ${name} (${seconds} s)\n${output}`);
    if (!ok) failed += 1;
  }
}

function run(command: string): Promise<{ output: string; ok: boolean }> {
  const bin = join(root, 'node_modules/.bin');
  const child = spawn('sh', ['-c', command], {
    cwd: root,
    env: { ...process.env, PATH: `${bin}:${process.env['PATH']}` },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8');
    stream.on('data', (text: string) => (output += text));
  }
  return new Promise((resolve) => {
    child.on('error', ({ message }) => resolve({ output: `${message}\n`, ok: false }));
    child.on('close', (code) => resolve({ output, ok: code === 0 }));
  });
}
