// Remembers how far the callbacks of a key were given on, so that a listener goes on there.

import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Gateway } from './options.ts';

export interface StoredCursor {
  /** Empty: none is known. */
  read(): string;
  write(cursor: string): void;
}

/** In the user's state folder, by a digest of address and key. */
export function openStoredCursor(
  stateFolder: string,
  { url, key }: Gateway,
  say: (text: string) => void,
): StoredCursor {
  const folder = join(stateFolder, 'jokko-dev');
  const file = join(
    folder,
    createHash('sha256').update(`${url}\n${key}`).digest('hex').slice(0, 24),
  );
  let isTold = false;
  return {
    read() {
      try {
        return readFileSync(file, 'utf8').trim();
      } catch {
        return '';
      }
    },
    write(cursor) {
      try {
        mkdirSync(folder, { recursive: true, mode: 0o700 });
        // Renamed into place: a listener that is killed here leaves the old one.
        writeFileSync(`${file}.${process.pid}`, cursor, { mode: 0o600 });
        renameSync(`${file}.${process.pid}`, file);
      } catch (error) {
        if (!isTold) say(`The place is not kept: ${(error as Error).message}`);
        isTold = true;
      }
    },
  };
}
