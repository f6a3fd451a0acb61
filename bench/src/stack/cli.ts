// Runs the gateway's command line as a user does: a process, arguments, an exit code.

import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

export const gatewayMain = fileURLToPath(
  new URL('../../../gateway/bin/jokko.mjs', import.meta.url),
);

export interface CliResult {
  /** Exit code, or the name of the signal that ended it. */
  code: number | string;
  stdout: string;
  stderr: string;
}

export function runCli(args: string[], environment: NodeJS.ProcessEnv): Promise<CliResult> {
  const child = spawn(process.execPath, [gatewayMain, ...args], {
    env: environment,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let stdout = '';
  let stderr = '';
  child.stdout.on('data', (chunk) => (stdout += chunk));
  child.stderr.on('data', (chunk) => (stderr += chunk));
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code, signal) => resolve({ code: code ?? signal ?? -1, stdout, stderr }));
  });
}

/** The command's JSON answer. Throws with its error output when it fails. */
export async function runCliJson<T>(args: string[], environment: NodeJS.ProcessEnv): Promise<T> {
  const { code, stdout, stderr } = await runCli([...args, '--json'], environment);
  if (code !== 0)
    throw new Error(`jokko ${args.join(' ')} ended with ${code}: ${stderr || stdout}`);
  return JSON.parse(stdout) as T;
}
