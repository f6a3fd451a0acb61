// Reads the numbered migrations of this program, each with the checksum that a database stores when
// the migration is applied to it.

import { createHash } from 'node:crypto';
import { readFileSync, readdirSync } from 'node:fs';

export interface Migration {
  /** The file's name; its number is its place in the order. */
  name: string;
  text: string;
  checksum: string;
}

const directory = new URL('./migrations/', import.meta.url);

/** All migrations, in the order in which they are applied. */
export function readMigrations(): Migration[] {
  return readdirSync(directory)
    .filter((name) => name.endsWith('.sql'))
    .toSorted()
    .map((name) => {
      const text = readFileSync(new URL(name, directory), 'utf8');
      return { name, text, checksum: checksumOf(text) };
    });
}

/** SHA-256 of the text. Line endings do not count: a checkout on Windows may have others. */
export function checksumOf(text: string): string {
  return createHash('sha256').update(text.replaceAll('\r\n', '\n')).digest('hex');
}
