#!/usr/bin/env node
// The command `jokko`. The program needs Node 24; where an older one starts this file, the pinned one of the checkout takes over. Plain
// JavaScript, because an older Node cannot read TypeScript.

import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const program = fileURLToPath(new URL('../src/main.ts', import.meta.url));
const pinnedNode = fileURLToPath(new URL('../../node_modules/node/bin/node', import.meta.url));

if (Number(process.versions.node.split('.')[0]) >= 24) {
  await import(program);
} else if (existsSync(pinnedNode)) {
  const child = spawn(pinnedNode, [program, ...process.argv.slice(2)], { stdio: 'inherit' });
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  child.on('exit', (code) => process.exit(code ?? 1));
} else {
  process.stderr.write(`jokko needs Node 24, this is ${process.version}: run \`npm ci\` in the checkout, or install Node 24\n`);
  process.exitCode = 1;
}
