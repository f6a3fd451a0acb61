// Compiles once, before the test files' processes begin, what nearly all of them load. A process
// writes what it has compiled when it ends: those that begin together in a fresh checkout would
// each compile all of it.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/** Between them they load the program, and what its tests start it with. */
const modules = [
  'gateway/src/main.ts',
  'gateway/src/node/portal/testing/portal.ts',
  'gateway/src/node/commands/cli-serve-node.ts',
  'gateway/src/node/doctor/index.ts',
  'acceptance/harness/index.ts',
  'simulator/src/index.ts',
];

/** Does nothing where it was done. What cannot be loaded is the tests' to tell. */
export async function fillCompileCache(root: string, directory: string): Promise<void> {
  const mark = join(directory, 'tests');
  if (existsSync(mark)) return;
  const urls = modules.map((path) => pathToFileURL(join(root, path)).href);
  const program = `await Promise.allSettled(${JSON.stringify(urls)}.map((url) => import(url)));`;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', program], {
    env: { ...process.env, NODE_COMPILE_CACHE: directory },
    stdio: 'ignore',
  });
  await once(child, 'exit');
  if (existsSync(directory)) writeFileSync(mark, '');
}
