// Where the generated files of the schema stand, and the committed checksums of the migrations, in
// the format of sha256sum.

import { readFileSync } from 'node:fs';

export const schemaFile = new URL('../schema.sql', import.meta.url);
export const checksumsFile = new URL('../migrations/checksums.txt', import.meta.url);

/** Checksums by the names of the migrations. */
export function readChecksums(): Map<string, string> {
  const lines = readFileSync(checksumsFile, 'utf8').trim().split('\n');
  return new Map(lines.map((line) => line.split('  ')).map(([sum = '', name = '']) => [name, sum]));
}
