// The command that runs the benchmarks of the `bench` workspace, with the words it is given.

import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { defineProcess } from '../../cli/command.ts';
import { Refusal } from '../../cli/errors.ts';

const main = fileURLToPath(new URL('../../../../bench/src/main.ts', import.meta.url));

export const command = defineProcess({
  name: 'bench',
  summary: 'Run the benchmarks.',
  details: 'The scenarios and their options are described in bench/README.md.',
  takesAnyWords: true,
  run({ json }, words) {
    // The npm package and the container image leave them out.
    if (!existsSync(main)) throw new Refusal('the benchmarks are in the source checkout only');
    const all = json ? [...words, '--json'] : words;
    const child = spawn(process.execPath, [main, ...all], { stdio: 'inherit' });
    return new Promise((resolve, reject) => {
      child.once('error', reject);
      child.once('exit', (code) => resolve(code ?? 1));
    });
  },
});
