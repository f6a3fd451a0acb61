#!/usr/bin/env node
// The command `jokko`. The program needs Node 24; where an older one starts this file, the pinned
// one of the checkout takes over. Plain JavaScript, because an older Node cannot read TypeScript.

import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import module from 'node:module';
import { fileURLToPath } from 'node:url';

const program = fileURLToPath(new URL('../src/main.ts', import.meta.url));
const pinnedNode = fileURLToPath(new URL('../../node_modules/node/bin/node', import.meta.url));

if (Number(process.versions.node.split('.')[0]) >= 24) {
  // A command starts in half the time when its code was compiled before. Beside the packages, which
  // only who may change the program can write to; where that is nobody, there is no cache. In it is
  // what is imported from here on: all of the program.
  module.enableCompileCache(
    fileURLToPath(new URL('../../node_modules/.cache/jokko', import.meta.url)),
  );
  const { runProgram } = await import(program);
  process.exitCode = await runProgram(process.argv.slice(2));
} else if (existsSync(pinnedNode)) {
  const child = spawn(pinnedNode, [program, ...process.argv.slice(2)], { stdio: 'inherit' });
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'])
    process.on(signal, () => child.kill(signal));
  child.on('exit', (code) => process.exit(code ?? 1));
} else {
  process.stderr.write(
    `jokko needs Node 24, this is ${process.version}: run \`npm ci\` in the checkout, or install Node 24\n`,
  );
  process.exitCode = 1;
}
