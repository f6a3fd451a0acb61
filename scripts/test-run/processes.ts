// Ends processes that a test run has started.

import type { ChildProcess } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';

const pauseMs = 20;
const politeTries = 100;
/** What still runs then belongs to somebody else. */
const triesMax = 500;

/** Kills a process that leads a group, with all of the group that is left. */
export function killGroup({ pid }: ChildProcess): void {
  // Without a pid it did not start.
  if (pid !== undefined) kill(-pid);
}

/**
 * Kills every process that has a directory in its words or in its environment: what tests have
 * started in sessions of their own as well. On systems without /proc it finds none.
 */
export function killByDirectory(directory: string): void {
  const pause = new Int32Array(new SharedArrayBuffer(4));
  for (let tries = 0; tries < triesMax; tries++) {
    const found = findByDirectory(directory);
    if (found.length === 0) return;
    // PostgreSQL leaves its shared memory behind where it is killed; on SIGQUIT it ends at once,
    // too.
    for (const pid of found)
      kill(
        pid,
        tries < politeTries && read(`/proc/${pid}/comm`) === 'postgres\n' ? 'SIGQUIT' : 'SIGKILL',
      );
    // Not later but here: who calls may be about to end this process.
    Atomics.wait(pause, 0, 0, pauseMs);
  }
}

function findByDirectory(directory: string): number[] {
  return readProcesses().filter(
    (pid) =>
      pid !== process.pid &&
      ['cmdline', 'environ'].some((name) => read(`/proc/${pid}/${name}`).includes(directory)),
  );
}

function readProcesses(): number[] {
  try {
    return readdirSync('/proc').map(Number).filter(Number.isInteger);
  } catch {
    return [];
  }
}

/** Empty for a process that has ended, and for one that is not ours to read. */
function read(path: string): string {
  try {
    return readFileSync(path, 'latin1');
  } catch {
    return '';
  }
}

function kill(pid: number, signal: NodeJS.Signals = 'SIGKILL'): void {
  try {
    process.kill(pid, signal);
  } catch {
    // It has ended meanwhile.
  }
}
