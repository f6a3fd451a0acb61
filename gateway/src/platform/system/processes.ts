// Checks by its number whether a process is still alive and is the one we mean. Process numbers
// are reused, and a killed process whose parent never collects it (a zombie) still answers to
// signals.

import { readFileSync, readdirSync, readlinkSync } from 'node:fs';

export interface ProcessState {
  zombie: boolean;
  /**
   * When it started, in the system's own unit; null where the system does not tell. Number and
   * start together name one process.
   */
  startedAt: string | null;
}

/** Null when there is no such process. */
export function readProcess(pid: number): ProcessState | null {
  try {
    process.kill(pid, 0);
  } catch (error) {
    // EPERM: it is alive and belongs to another user.
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return null;
  }
  try {
    // pid (name) state … ; the name may hold spaces and brackets, so count from its end. Field 3 is
    // the state, field 22 the start.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ');
    return { zombie: fields[0] === 'Z' || fields[0] === 'X', startedAt: fields[19] ?? null };
  } catch {
    return { zombie: false, startedAt: null };
  }
}

export function isAlive(pid: number): boolean {
  const state = readProcess(pid);
  return state !== null && !state.zombie;
}

/** The directory a process works in, or null where the system does not tell. */
export function workingDirectoryOf(pid: number): string | null {
  try {
    return readlinkSync(`/proc/${pid}/cwd`);
  } catch {
    return null;
  }
}

/** Whether any living process works in this directory. False where the system does not tell. */
export function anyProcessIn(directory: string): boolean {
  let pids: string[];
  try {
    pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  } catch {
    return false;
  }
  return pids.some((pid) => workingDirectoryOf(Number(pid)) === directory && isAlive(Number(pid)));
}
