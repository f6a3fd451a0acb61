// Lists the files of a directory with their sizes and digests, and brings them to the disk.

import { createHash } from 'node:crypto';
import { createReadStream, readdirSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';

export interface FileEntry {
  /** Below the directory, with slashes. */
  path: string;
  bytes: number;
  /** In hex. */
  sha256: string;
}

/** All files below `directory`, by path. */
export async function listFiles(directory: string): Promise<FileEntry[]> {
  const found: FileEntry[] = [];
  for (const entry of readdirSync(directory, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const file = join(entry.parentPath, entry.name);
    found.push({ path: file.slice(directory.length + 1), ...(await digest(file)) });
  }
  return found.toSorted((one, other) => (one.path < other.path ? -1 : 1));
}

async function digest(file: string): Promise<Omit<FileEntry, 'path'>> {
  const hash = createHash('sha256');
  let bytes = 0;
  for await (const piece of createReadStream(file)) {
    hash.update(piece as Buffer);
    bytes += (piece as Buffer).length;
  }
  return { bytes, sha256: hash.digest('hex') };
}

/** Resolves once all files and folders below `directory`, and itself, survive a power cut. */
export async function syncAll(directory: string): Promise<void> {
  for (const entry of readdirSync(directory, { recursive: true, withFileTypes: true }))
    await sync(join(entry.parentPath, entry.name));
  await sync(directory);
}

/** One file, or one folder with the names in it. */
export async function sync(path: string): Promise<void> {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
