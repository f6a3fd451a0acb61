// Starts the conformance runner of an SDK and gives it calls (sdks/README.md, "Conformance").

import { spawn, spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Json } from '../harness/index.ts';
import { findPython } from './python.ts';

const root = join(import.meta.dirname, '../..');

/** Program, arguments, and how a call is named in its sentences. */
export interface SdkLanguage {
  name: string;
  command: readonly [string, ...string[]];
  spell(name: string): string;
}

const snakeCase = (name: string): string =>
  name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
const inFolder = (file: string): string => join(root, 'sdks', file);

export const sdkLanguages: readonly SdkLanguage[] = [
  {
    name: 'TypeScript',
    command: [process.execPath, inFolder('typescript/conformance/runner.ts')],
    spell: (name) => name,
  },
  {
    name: 'PHP',
    command: ['php', inFolder('php/conformance/runner.php')],
    spell: (name) => name.replace('.', '->'),
  },
  {
    name: 'Python',
    command: ['python3', inFolder('python/conformance/runner.py')],
    spell: snakeCase,
  },
  {
    name: 'Python, async',
    command: [
      findPython('httpx').program || 'python3 with httpx',
      inFolder('python/conformance/runner.py'),
      '--async',
    ],
    spell: snakeCase,
  },
];

/** Why a program cannot be run here, for `skip`; false where it can. */
export function isMissing([program]: readonly [string, ...string[]]): string | false {
  const missing = spawnSync(program, ['--version']).error !== undefined;
  return missing ? `${program} is not installed on this machine` : false;
}

export interface Runner {
  ask(line: object): Promise<Json>;
  /** What it has written to standard error. */
  errors(): string;
  stop(): void;
}

export async function startRunner(
  [program, ...args]: readonly [string, ...string[]],
  configuration: object,
): Promise<Runner> {
  const child = spawn(program, args, { stdio: 'pipe' });
  let errors = '';
  child.stderr.on('data', (chunk) => (errors += String(chunk)));
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const ask = async (line: object): Promise<Json> => {
    child.stdin.write(`${JSON.stringify(line)}\n`);
    const { value, done } = await lines.next();
    if (done === true) throw new Error(`${program} ended: ${errors}`);
    return JSON.parse(value) as Json;
  };
  const { ready, error } = await ask(configuration);
  if (ready !== true) throw new Error(`${program} is not ready: ${JSON.stringify(error)}`);
  return {
    ask,
    errors: () => errors,
    stop: () => void child.kill(),
  };
}
