// Locks the simulator's folder. Two writers would corrupt the book, so the second one is refused.

import {
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';

/** Folders held by this process: a pid alone cannot tell two simulators of one test run apart. */
const heldHere = new Set<string>();
const claimPattern = /^lock\.([0-9]+)$/;
/** Nobody meets a rival that often in a row; rather refuse than turn for ever. */
const triesMax = 50;

/**
 * Takes the folder, or throws; answers how to give it back. A lock left by a dead process is taken
 * over. Who holds it is decided by numbered claims, `lock.<n>`; `lock` only tells others who that
 * is.
 */
export function lockFolder(folder: string): () => void {
  mkdirSync(folder, { recursive: true });
  const words = `${process.pid} ${startOf(process.pid)}\n`;
  const claim = heldHere.has(folder) ? null : takeClaim(folder, words);
  const path = join(folder, 'lock');
  if (claim === null)
    throw new Error(
      `the folder ${folder} is used by a running simulator (process ${readOwner(path)?.pid ?? process.pid})`,
    );
  heldHere.add(folder);
  const draft = `${path}.${process.pid}.draft`;
  writeFileSync(draft, words);
  renameSync(draft, path);
  return () => {
    heldHere.delete(folder);
    rmSync(path, { force: true });
    rmSync(claim, { force: true });
  };
}

/**
 * The file of our claim, or null while a living process holds the folder. A number is claimed once,
 * so of those that found the same owner dead one goes on; it then looks again, for a listing made
 * while another cleaned up may have shown too little.
 */
function takeClaim(folder: string, words: string): string | null {
  for (let tries = 0; tries < triesMax; tries++) {
    const before = claimsIn(folder);
    if (before.some(isHeldClaim)) return null;
    const own = join(folder, `lock.${Math.max(0, ...before.map(({ number }) => number)) + 1}`);
    if (!create(own, words)) continue;
    const others = claimsIn(folder).filter(({ path }) => path !== own);
    if (others.some(isHeldClaim)) {
      rmSync(own, { force: true });
      continue;
    }
    for (const { path } of others) rmSync(path, { force: true });
    return own;
  }
  return null;
}

interface Claim {
  number: number;
  path: string;
}

function claimsIn(folder: string): Claim[] {
  return readdirSync(folder).flatMap((name) => {
    const number = claimPattern.exec(name)?.[1];
    return number === undefined ? [] : [{ number: Number(number), path: join(folder, name) }];
  });
}

const isHeldClaim = ({ path }: Claim): boolean => isHeld(readOwner(path));

/** One of several that create it at once succeeds: the file appears complete or not at all. */
function create(path: string, words: string): boolean {
  const draft = `${path}.${process.pid}.draft`;
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

/**
 * A word that differs between two processes that got the same id: the start time on Linux,
 * elsewhere just "alive".
 */
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
