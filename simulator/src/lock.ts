// Is another simulator already writing into this folder? Two writers would tear the book, so the second refuses.

import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, unlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Folders held by this process: a pid alone cannot tell two simulators of one test run apart. */
const heldHere = new Set<string>();

/** Takes the folder, or throws; answers how to give it back. A lock left by a dead process is taken over. */
export function lockFolder(folder: string): () => void {
  mkdirSync(folder, { recursive: true });
  const path = join(folder, 'lock');
  const words = `${process.pid} ${startOf(process.pid)}\n`;
  if (!heldHere.has(path)) removeDead(path);
  if (heldHere.has(path) || !create(path, words)) {
    throw new Error(`the folder ${folder} is used by a running simulator (process ${readOwner(path)?.pid ?? process.pid})`);
  }
  heldHere.add(path);
  return () => {
    heldHere.delete(path);
    try {
      unlinkSync(path);
    } catch {
      // Somebody removed the folder; nothing is left to give back.
    }
  };
}

/** Of several that start at once one succeeds: the file appears complete or not at all. */
function create(path: string, words: string): boolean {
  const draft = `${path}.${process.pid}`;
  writeFileSync(draft, words);
  try {
    linkSync(draft, path);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  } finally {
    rmSync(draft, { force: true });
  }
}

/** Takes the lock of a dead process away. Another may have done so and locked meanwhile: then its lock is put back. */
function removeDead(path: string): void {
  if (isHeld(readOwner(path))) return;
  const aside = `${path}.${process.pid}.dead`;
  try {
    renameSync(path, aside);
    if (isHeld(readOwner(aside))) linkSync(aside, path);
  } catch {
    // It is gone already, or a living one's is back.
  }
  rmSync(aside, { force: true });
}

function isHeld(owner: { pid: number; start: string } | null): boolean {
  return owner !== null && owner.pid !== process.pid && startOf(owner.pid) === owner.start;
}

function readOwner(path: string): { pid: number; start: string } | null {
  try {
    const [pid = '', start = ''] = readFileSync(path, 'utf8').trim().split(' ');
    return { pid: Number(pid), start };
  } catch {
    return null;
  }
}

/** A word that differs between two processes that got the same id: the start time on Linux, elsewhere just "alive". */
function startOf(pid: number): string {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    // A killed process whose parent has not collected it yet holds nothing any more.
    return fields[0] === 'Z' ? 'dead' : (fields[19] ?? '');
  } catch {
    return isAlive(pid) ? 'alive' : 'dead';
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
