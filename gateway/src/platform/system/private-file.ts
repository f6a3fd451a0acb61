// Stores small files in DATA_DIR: readable by us alone, never seen half written, and, where it
// matters, written by the first only.

import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';

const onlyOwnerMayRead = 0o600;
/**
 * Others may pass through, not list: the database's user must reach its directory below DATA_DIR
 * when we run as root.
 */
const othersMayPass = 0o711;

/** Makes DATA_DIR when it is missing; an existing one keeps its mode. */
export function prepareDataDir(dataDir: string): void {
  mkdirSync(dataDir, { recursive: true, mode: process.getuid?.() === 0 ? othersMayPass : 0o700 });
}

/** The file's text, or null when there is no such file. */
export function readFileIfAny(path: string): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

/** Replaces the file in one step. */
export function writePrivateFile(path: string, text: string): void {
  const draft = `${path}.${process.pid}.tmp`;
  writeFileSync(draft, text, { mode: onlyOwnerMayRead });
  renameSync(draft, path);
}

/**
 * Writes the file unless it is there already. Returns the text that stands: ours, or that of
 * whoever was first.
 */
export function writePrivateFileOnce(path: string, text: string): string {
  const draft = `${path}.${process.pid}.tmp`;
  writeFileSync(draft, text, { mode: onlyOwnerMayRead, flush: true });
  try {
    linkSync(draft, path);
    return text;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    return readFileSync(path, 'utf8');
  } finally {
    rmSync(draft, { force: true });
  }
}
