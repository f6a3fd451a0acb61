// Copies the data directory of a PostgreSQL server that runs, between the start and the end of a
// base backup. What changes meanwhile is put right by the write-ahead log when the copy is started.

import { chownSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { copyFile } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * Folders whose contents a server makes anew, or that belong to the running one; as PostgreSQL's
 * documentation lists them.
 */
const emptied = new Set([
  'pg_dynshmem',
  'pg_notify',
  'pg_replslot',
  'pg_serial',
  'pg_snapshots',
  'pg_stat_tmp',
  'pg_subtrans',
  // Only the segments that the backup needs, which are copied after its end.
  'pg_wal',
]);

const leftOut =
  /^(postmaster\.(pid|opts)|backup_label(\.old)?|tablespace_map(\.old)?|backup_manifest|pgsql_tmp.*|pg_internal\.init.*|.*\.tmp|\.s\.PGSQL\..*)$/;

const controlFile = join('global', 'pg_control');
const controlReadsMax = 100;

/** `to` must not exist. The copies belong to the owner of `from`. */
export async function copyDataDirectory(from: string, to: string): Promise<void> {
  await copyFolder(from, to, '');
  writeOwned(from, join(to, controlFile), readControlFile(join(from, controlFile)));
}

async function copyFolder(from: string, to: string, folder: string): Promise<void> {
  makeFolder(from, join(to, folder));
  if (emptied.has(folder)) return;
  for (const entry of readdirSync(join(from, folder), { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (leftOut.test(entry.name) || path === controlFile) continue;
    if (entry.isDirectory() || path === 'pg_wal') await copyFolder(from, to, path);
    else if (entry.isFile()) await copyOwned(from, path, to);
    else throw new Error(`${join(from, path)} leads elsewhere: tablespaces are not backed up`);
  }
}

/**
 * Copies the file `path` of `from` to the same place of `to`. One that was removed meanwhile is
 * none.
 */
export async function copyOwned(from: string, path: string, to: string): Promise<void> {
  try {
    await copyFile(join(from, path), join(to, path));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return;
    throw error;
  }
  giveTo(from, join(to, path));
}

/** Writes a file that belongs to the owner of `from`, readable by nobody else. */
export function writeOwned(from: string, path: string, content: string | Buffer): void {
  writeFileSync(path, content, { mode: 0o600 });
  giveTo(from, path);
}

function makeFolder(from: string, path: string): void {
  mkdirSync(path, { mode: 0o700 });
  giveTo(from, path);
}

/**
 * Only root can give files away, and only where root copies is somebody else's directory copied.
 */
function giveTo(from: string, path: string): void {
  if (process.getuid?.() !== 0) return;
  const { uid, gid } = statSync(from);
  chownSync(path, uid, gid);
}

/**
 * The one file that the log does not put right: it is read until two readings agree, so that none
 * was taken within a write.
 */
function readControlFile(path: string): Buffer {
  let before = readFileSync(path);
  for (let reads = 0; reads < controlReadsMax; reads++) {
    const again = readFileSync(path);
    if (again.equals(before)) return again;
    before = again;
  }
  throw new Error(`${path} changes all the time`);
}
