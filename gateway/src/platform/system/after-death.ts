// Runs a program a while after this process was killed. A shell waits at the end of a pipe that the
// system closes when this process dies, whatever killed it; until then it does nothing at all.

import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import type { Socket } from 'node:net';
import { environment } from '../environment.ts';

export interface AfterDeath {
  delayMs: number;
  program: readonly string[];
  /** Gets what the program prints. */
  logFile: string;
}

/**
 * $1 delay in seconds, $2 log, then the program. A line on the pipe says that nothing is to be run;
 * its end without one, that we died.
 */
const script = `
  read -r _ && exit 0
  sleep "$1"
  log=$2
  shift 2
  exec "$@" >>"$log" 2>&1`;
const respawnAfterMs = 1_000;

/** Begins to wait for our death. `cancel`: this process ends in order. */
export function runAfterDeath({ delayMs, program, logFile }: AfterDeath): { cancel(): void } {
  let cancelled = false;
  let shell: ChildProcess;
  const start = (): void => {
    if (cancelled) return;
    const words = [String(delayMs / 1_000), logFile, ...program];
    // In a session of its own, so that what kills ours does not kill it too.
    shell = spawn('/bin/sh', ['-c', script, 'jokko-after-death', ...words], {
      cwd: '/',
      detached: true,
      stdio: ['pipe', 'ignore', 'ignore'],
    });
    shell.unref();
    (shell.stdin as Socket).unref();
    shell.stdin!.on('error', () => {});
    // Where there is no shell, nothing is run.
    shell.on('error', () => {});
    // One that was killed is replaced.
    shell.on('exit', () => environment.startTimer(start, respawnAfterMs).unref());
  };
  start();
  return {
    cancel() {
      cancelled = true;
      shell.stdin!.end('\n');
    },
  };
}
