// Runs `jokko <args>` for tests: in a process of its own where the test is about the process,
// otherwise at this process's host of commands, which costs a tenth.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { fileURLToPath } from 'node:url';
import { wasCutShort } from './cut-short.ts';
import { gatewayMain } from './node.ts';

export interface CliOutcome {
  code: number;
  stdout: string;
  stderr: string;
}

/** A command, with the environment that names its installation. */
export interface CommandRequest {
  args: readonly string[];
  environment: Record<string, string>;
}

const hostMain = fileURLToPath(new URL('./command-host.ts', import.meta.url));

let host: Promise<number> | null = null;

/** The host of this process, which is started for the first command and ends with the process. */
async function startHost(): Promise<number> {
  // Its log is not a command's: a warning there has no reader.
  const child = spawn(process.execPath, [hostMain], { stdio: ['pipe', 'pipe', 'ignore'] });
  const ended = once(child, 'exit').then(() => {
    throw new Error('the host of commands did not start');
  });
  const [line] = (await Promise.race([once(child.stdout, 'data'), ended])) as [Buffer];
  ended.catch(() => {});
  // It must not keep this process from ending.
  child.unref();
  for (const stream of [child.stdin, child.stdout]) (stream as unknown as Socket).unref();
  return Number(line);
}

const triesMax = 10;

/** Runs a command at the host, and once more where the machine stood still meanwhile. */
export async function runAtHost(request: CommandRequest): Promise<CliOutcome> {
  for (let tries = 1; ; tries++) {
    const outcome = await askHost(request);
    const { code, stdout, stderr } = outcome;
    if (code === 0 || tries === triesMax || !wasCutShort(stdout + stderr)) return outcome;
  }
}

async function askHost(request: CommandRequest): Promise<CliOutcome> {
  const socket = connect(await (host ??= startHost()), '127.0.0.1');
  socket.end(JSON.stringify(request));
  let answer = '';
  for await (const text of socket.setEncoding('utf8')) answer += String(text);
  if (answer === '')
    throw new Error(`jokko ${request.args.join(' ')}: the host of commands went away`);
  return JSON.parse(answer) as CliOutcome;
}

/** The answer of `jokko <args> --json`; throws with the command's error text when it fails. */
export async function jsonOf<T>(
  run: (args: readonly string[]) => Promise<CliOutcome>,
  args: readonly string[],
): Promise<T> {
  const { code, stdout, stderr } = await run([...args, '--json']);
  if (code !== 0)
    throw new Error(`jokko ${args.join(' ')} ended with ${code}: ${stderr || stdout}`);
  return JSON.parse(stdout) as T;
}

/** Runs a command in a process of its own. */
export function runCommand(
  args: readonly string[],
  environment: Record<string, string>,
): Promise<CliOutcome> {
  const child = spawn(process.execPath, [gatewayMain, ...args], {
    env: environment,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let stdout = '';
  let stderr = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => resolve({ code: code ?? -1, stdout, stderr }));
  });
}
