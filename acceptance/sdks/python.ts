// Runs Python programs with the SDK as it stands in sdks/python.

import { spawn, spawnSync } from 'node:child_process';
import type { ChildProcessByStdio } from 'node:child_process';
import { once } from 'node:events';
import type { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';

export const pythonFolder = fileURLToPath(new URL('../../sdks/python/', import.meta.url));

/** The first is what a developer runs; a system's own may have more modules. */
const programs = ['python3', '/usr/bin/python3'];

/** A Python that has all of these modules, or why there is none, for `skip`. */
export function findPython(...modules: string[]): { program: string; skip: string | false } {
  const check = ['import sys', ...modules.map((name) => `import ${name}`)].join('; ');
  const program = programs.find(
    (each) => spawnSync(each, ['-c', check], { stdio: 'ignore' }).status === 0,
  );
  return program === undefined
    ? { program: '', skip: `python3 with ${modules.join(', ') || 'nothing'} is not installed here` }
    : { program, skip: false };
}

export interface RunningPython {
  /** All that it has written so far. */
  output(): string;
  exitCode: Promise<number | null>;
  stop(): Promise<unknown>;
}

/** Starts a program in `cwd` below sdks/python. */
export function startPython(
  program: string,
  args: readonly string[],
  { cwd = '', environment = {} }: { cwd?: string; environment?: Record<string, string> } = {},
): RunningPython {
  const child: ChildProcessByStdio<null, Readable, Readable> = spawn(program, args, {
    cwd: pythonFolder + cwd,
    // A file that Python writes beside the sources would have the SDKs packed again.
    env: {
      ...process.env,
      PYTHONPATH: `${pythonFolder}src`,
      PYTHONDONTWRITEBYTECODE: '1',
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk) => (output += String(chunk)));
  const exitCode = once(child, 'close').then(([code]) => code as number | null);
  return {
    output: () => output,
    exitCode,
    stop: () => (child.kill(), exitCode),
  };
}
