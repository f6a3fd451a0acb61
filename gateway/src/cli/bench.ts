// `jokko bench`: runs the measurements of the `bench` workspace with the arguments given.

import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Command } from './command.ts';

const main = fileURLToPath(new URL('../../../bench/src/main.ts', import.meta.url));

export const command: Command = {
  usage: 'bench [SCENARIO …]',
  run(args, output) {
    const all = output.json ? [...args, '--json'] : args;
    const child = spawn(process.execPath, [main, ...all], { stdio: 'inherit' });
    return new Promise((resolve, reject) => {
      child.once('error', reject);
      child.once('exit', (code) => resolve(code ?? 1));
    });
  },
};
