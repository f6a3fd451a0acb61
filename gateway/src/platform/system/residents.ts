// Tracks the processes that use this DATA_DIR. Several may share its PostgreSQL and its simulator;
// the last one to leave ends them. Each resident has a file named after its process number; the
// file of a process that died is removed by the next one that checks.
//
// Whoever ends something says so in its file before it counts the others, and whoever enters writes
// its own file before it looks for such a process. So of the two at least one sees the other:
// either nothing is ended, or the one that enters waits until it is.

import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { environment } from '../environment.ts';
import { readFileIfAny, writePrivateFile } from './private-file.ts';
import { readProcess } from './processes.ts';

/**
 * A node keeps the simulator and the database busy; a command (migrate, doctor …) only the
 * database, for a moment.
 */
export type Role = 'node' | 'command';

interface Entry {
  /** `ending`: it needs nothing any more and ends what nobody needs. */
  role: Role | 'ending';
  startedAt: string | null;
}

/** How many others are living. */
export interface Left {
  nodes: number;
  all: number;
}

export interface Residence {
  /** Removes this process. `end` ends what nobody who is left needs; nobody enters meanwhile. */
  leave(end: (left: Left) => Promise<void>): Promise<void>;
}

/**
 * Above what the simulator and PostgreSQL are given to end; whoever enters later finds them
 * starting or ending.
 */
const endingMaxMs = 30_000;
const pollMs = 20;

/**
 * Enters, and waits while another process ends what it found unused. Rejects when `stop` is
 * aborted; the process has left then.
 */
export async function enterDataDir(
  dataDir: string,
  role: Role,
  stop?: AbortSignal,
): Promise<Residence> {
  const directory = join(dataDir, 'processes');
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  const file = writeEntry(directory, role);
  try {
    const deadline = environment.monotonic() + endingMaxMs;
    while (isBeingEnded(directory) && environment.monotonic() < deadline)
      await environment.sleep(pollMs, stop === undefined ? {} : { signal: stop });
  } catch (error) {
    rmSync(file, { force: true });
    throw error;
  }
  return { leave: (end) => endUnused(directory, end) };
}

/**
 * For a process that does not use the DATA_DIR: ends what no living process needs. Does nothing
 * where there is no DATA_DIR any more.
 */
export async function endForOthers(
  dataDir: string,
  end: (left: Left) => Promise<void>,
): Promise<void> {
  try {
    await endUnused(join(dataDir, 'processes'), end);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
}

async function endUnused(directory: string, end: (left: Left) => Promise<void>): Promise<void> {
  const file = writeEntry(directory, 'ending');
  try {
    const others = livingEntries(directory).filter(({ role }) => role !== 'ending');
    const nodes = others.filter(({ role }) => role === 'node').length;
    await end({ nodes, all: others.length });
  } finally {
    rmSync(file, { force: true });
  }
}

function writeEntry(directory: string, role: Entry['role']): string {
  const file = join(directory, String(process.pid));
  const startedAt = readProcess(process.pid)?.startedAt ?? null;
  writePrivateFile(file, JSON.stringify({ role, startedAt } satisfies Entry));
  return file;
}

const isBeingEnded = (directory: string): boolean =>
  livingEntries(directory).some(({ role }) => role === 'ending');

function livingEntries(directory: string): Entry[] {
  const entries: Entry[] = [];
  for (const name of readdirSync(directory).filter((candidate) => /^\d+$/.test(candidate))) {
    const text = readFileIfAny(join(directory, name));
    if (text === null) continue;
    const entry = JSON.parse(text) as Entry;
    const state = readProcess(Number(name));
    const alive =
      state !== null &&
      !state.zombie &&
      (entry.startedAt === null || state.startedAt === entry.startedAt);
    if (alive) entries.push(entry);
    else rmSync(join(directory, name), { force: true });
  }
  return entries;
}
