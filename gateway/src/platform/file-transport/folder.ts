// Exchanges files over folders of this machine, or mounted on it.

import { lstat, mkdir, open, readdir, readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import {
  assertFileName,
  fileBytesMax,
  listed,
  temporarySuffix,
  type FileTransport,
  type PutResult,
} from './transport.ts';

/** Names of the three folders of a place. */
export const folderNames = {
  toProvider: 'to-bank',
  fromProvider: 'from-bank',
  archive: 'archive',
} as const;

const readableByGroup = 0o770;

/**
 * `directory`: holds the three folders, which are made where they are missing. Throws when they
 * cannot be.
 */
export async function openFolder(directory: string): Promise<FileTransport> {
  const [toProvider, fromProvider, archive] = [
    join(directory, folderNames.toProvider),
    join(directory, folderNames.fromProvider),
    join(directory, folderNames.archive),
  ];
  for (const folder of [toProvider, fromProvider, archive])
    await mkdir(folder, { recursive: true, mode: readableByGroup });
  return {
    async list() {
      const entries = await readdir(fromProvider, { withFileTypes: true });
      const files = [];
      for (const entry of entries) {
        // No links: they may lead out of the folder.
        if (!entry.isFile()) continue;
        const found = await lstat(join(fromProvider, entry.name)).catch(() => null);
        if (found !== null) files.push({ name: entry.name, bytes: found.size });
      }
      return listed(files);
    },
    async read(name) {
      assertFileName(name);
      const found = await lstat(join(fromProvider, name));
      if (!found.isFile() || found.size > fileBytesMax) throw new Error('not a file to be read');
      return readFile(join(fromProvider, name));
    },
    put: (name, bytes, mayLeave) => put(toProvider, name, bytes, mayLeave),
    async archive(name, as) {
      assertFileName(name);
      assertFileName(as);
      await rename(join(fromProvider, name), join(archive, as));
    },
    close: () => Promise.resolve(),
  };
}

async function put(
  folder: string,
  name: string,
  bytes: Buffer,
  mayLeave: () => boolean,
): Promise<PutResult> {
  assertFileName(name);
  const path = join(folder, name);
  const present = await readFile(path).catch(() => null);
  if (present !== null)
    return present.equals(bytes) ? 'done' : { unknown: 'another file has this name' };
  const temporary = path + temporarySuffix;
  try {
    await write(temporary, bytes);
  } catch (error) {
    return { notSent: String(error) };
  }
  if (!mayLeave()) return { notSent: 'the lease of this node ended' };
  try {
    await rename(temporary, path);
  } catch (error) {
    return { unknown: String(error) };
  }
  await flush(folder).catch(() => {});
  return 'done';
}

/** On the disk when it returns: a file that was announced as sent survives a power failure. */
async function write(path: string, bytes: Buffer): Promise<void> {
  const file = await open(path, 'w', 0o660);
  try {
    await file.writeFile(bytes);
    await file.sync();
  } finally {
    await file.close();
  }
}

async function flush(folder: string): Promise<void> {
  const opened = await open(folder, 'r');
  try {
    await opened.sync();
  } finally {
    await opened.close();
  }
}
