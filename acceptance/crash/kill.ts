// Kills or freezes a whole server at once: a signal to each of its processes, found by their
// working directory, never by name.

import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { until } from '../harness/index.ts';
import type { StoredRows } from '../harness/database.ts';

/** The processes that work in a directory, as those of a database do. */
export function processesIn(directory: string): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => {
      try {
        return readlinkSync(`/proc/${pid}/cwd`) === directory;
      } catch {
        return false;
      }
    });
}

/** The data directory of the running server. */
export async function directoryOfDatabase(rows: StoredRows): Promise<string> {
  const [row] = await rows.read<{ directory: string }>(
    `select current_setting('data_directory') as directory`,
  );
  return row!.directory;
}

/**
 * Kills postmaster and backends. Resolves when none of them is left; a supervisor may have started
 * new ones by then.
 */
export async function killDatabase(directory: string): Promise<void> {
  const victims = processesIn(directory);
  for (const pid of victims) signal(pid, 'SIGKILL');
  await until('the database processes are gone', () => {
    const left = new Set(processesIn(directory));
    return !victims.some((pid) => left.has(pid));
  });
}

/**
 * Stops postmaster and backends where they stand, for a time. `atEnd` is called before they go on:
 * what is answered later may be true.
 */
export async function freezeDatabase(
  directory: string,
  forMs: number,
  atEnd: () => void,
): Promise<void> {
  const frozen = new Set<number>();
  // The postmaster may start a backend between the look at the processes and its own stop.
  for (let count = -1; count < frozen.size;) {
    count = frozen.size;
    for (const pid of processesIn(directory)) {
      signal(pid, 'SIGSTOP');
      frozen.add(pid);
    }
  }
  await sleep(forMs);
  try {
    atEnd();
  } finally {
    for (const pid of frozen) signal(pid, 'SIGCONT');
  }
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch (error) {
    // A backend may end by itself meanwhile, or with its postmaster.
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

/** The process of the simulator that the installation itself started. */
export function killOwnSimulator(dataDir: string): void {
  process.kill(ownSimulator(dataDir), 'SIGKILL');
}

export function simulatorRuns(dataDir: string): boolean {
  try {
    process.kill(ownSimulator(dataDir), 0);
    return true;
  } catch {
    return false;
  }
}

function ownSimulator(dataDir: string): number {
  const text = readFileSync(join(dataDir, 'simulator.json'), 'utf8');
  return (JSON.parse(text) as { pid: number }).pid;
}
