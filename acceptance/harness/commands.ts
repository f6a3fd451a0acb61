// How does a test run `jokko <args>`? In a process of its own where the test is about the process, otherwise by the installation's host of
// commands, which costs a tenth.

import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { fileURLToPath } from 'node:url';
import { gatewayMain } from './node.ts';

export interface CliOutcome {
  code: number;
  stdout: string;
  stderr: string;
}

export interface Commands {
  /** Where the host listens; `runAt` of another process may use it as long as the host lives. */
  port(): Promise<number>;
  run(args: readonly string[]): Promise<CliOutcome>;
  stop(): void;
}

const hostMain = fileURLToPath(new URL('./command-host.ts', import.meta.url));

/** The host is started for the first command. */
export function openCommands(environment: Record<string, string>): Commands {
  let host: ChildProcess | null = null;
  let port: Promise<number> | null = null;
  const start = async (): Promise<number> => {
    // Its log is not a command's: a warning there has no reader.
    host = spawn(process.execPath, [hostMain], { env: environment, stdio: ['pipe', 'pipe', 'ignore'] });
    const ended = once(host, 'exit').then(() => {
      throw new Error('the host of commands did not start');
    });
    const [line] = (await Promise.race([once(host.stdout!, 'data'), ended])) as [Buffer];
    ended.catch(() => {});
    return Number(line);
  };
  const portOf = (): Promise<number> => (port ??= start());
  return {
    port: portOf,
    run: async (args) => runAt(await portOf(), args),
    stop: () => void host?.kill('SIGKILL'),
  };
}

/** Runs a command at a host that listens on this port. */
export async function runAt(port: number, args: readonly string[]): Promise<CliOutcome> {
  const socket = connect(port, '127.0.0.1');
  socket.end(JSON.stringify(args));
  let answer = '';
  for await (const text of socket.setEncoding('utf8')) answer += String(text);
  if (answer === '') throw new Error(`jokko ${args.join(' ')}: the host of commands went away`);
  return JSON.parse(answer) as CliOutcome;
}

/** The answer of `jokko <args> --json`; throws with the command's error text when it fails. */
export async function jsonOf<T>(run: Commands['run'], args: readonly string[]): Promise<T> {
  const { code, stdout, stderr } = await run([...args, '--json']);
  if (code !== 0) throw new Error(`jokko ${args.join(' ')} ended with ${code}: ${stderr || stdout}`);
  return JSON.parse(stdout) as T;
}

/** Runs a command in a process of its own. */
export function runCommand(args: readonly string[], environment: Record<string, string>): Promise<CliOutcome> {
  const child = spawn(process.execPath, [gatewayMain, ...args], { env: environment, stdio: ['ignore', 'pipe', 'pipe'] });
  let stdout = '';
  let stderr = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => resolve({ code: code ?? -1, stdout, stderr }));
  });
}
