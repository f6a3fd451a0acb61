// How does a whole server die at once? SIGKILL to each of its processes, found by the directory they work in, never by a name.

import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';
import { until } from '../harness/index.ts';
import type { StoredRows } from '../harness/database.ts';

function processesIn(directory: string): number[] {
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
  const [row] = await rows.read<{ directory: string }>(`select current_setting('data_directory') as directory`);
  return row!.directory;
}

/** Kills postmaster and backends. Resolves when none of them is left; a supervisor may have started new ones by then. */
export async function killDatabase(directory: string): Promise<void> {
  const victims = processesIn(directory);
  for (const pid of victims) kill(pid);
  await until('the database processes are gone', () => {
    const left = new Set(processesIn(directory));
    return !victims.some((pid) => left.has(pid));
  });
}

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch (error) {
    // A backend may end by itself meanwhile, or with its postmaster.
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

/** The process of the simulator that the installation itself started. */
export function killOwnSimulator(dataDir: string): void {
  const { pid } = JSON.parse(readFileSync(join(dataDir, 'simulator.json'), 'utf8')) as { pid: number };
  process.kill(pid, 'SIGKILL');
}
