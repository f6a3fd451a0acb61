// Which processes use this DATA_DIR now? Several may share its PostgreSQL and its simulator; the last one to leave stops them.
// Each resident has a file named after its process number; the file of a process that died is removed by the next one that looks.

import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { readFileIfAny, writePrivateFile } from './private-file.ts';
import { readProcess } from './processes.ts';

/** A node keeps the simulator and the database busy; a command (migrate, doctor …) only the database, for a moment. */
export type Role = 'node' | 'command';

interface Entry {
  role: Role;
  startedAt: string | null;
}

export interface Residence {
  /** Removes this process. Tells who is left. */
  leave(): { nodes: number; all: number };
}

export function enterDataDir(dataDir: string, role: Role): Residence {
  const directory = join(dataDir, 'processes');
  const own = join(directory, String(process.pid));
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  writePrivateFile(own, JSON.stringify({ role, startedAt: readProcess(process.pid)?.startedAt ?? null } satisfies Entry));
  return {
    leave() {
      rmSync(own, { force: true });
      const entries = livingEntries(directory);
      return { nodes: entries.filter((entry) => entry.role === 'node').length, all: entries.length };
    },
  };
}

function livingEntries(directory: string): Entry[] {
  const entries: Entry[] = [];
  for (const name of readdirSync(directory).filter((candidate) => /^\d+$/.test(candidate))) {
    const text = readFileIfAny(join(directory, name));
    if (text === null) continue;
    const entry = JSON.parse(text) as Entry;
    const state = readProcess(Number(name));
    const alive = state !== null && !state.zombie && (entry.startedAt === null || state.startedAt === entry.startedAt);
    if (alive) entries.push(entry);
    else rmSync(join(directory, name), { force: true });
  }
  return entries;
}
