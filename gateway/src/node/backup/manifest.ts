// The manifest of a backup: what it holds, of when, and what is needed beside it. It is written
// last, so a directory that has one is whole.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Refusal } from '../../cli/errors.ts';
import { writePrivateFile } from '../../platform/system/private-file.ts';
import type { FileEntry } from './file-list.ts';

/**
 * Where in the write-ahead log a base backup begins and ends, as PostgreSQL writes it: `0/3000028`.
 */
export interface BaseBackup {
  startPosition: string;
  stopPosition: string;
}

export interface Manifest extends BaseBackup {
  format: 1;
  /** ISO 8601, by the database's clock, before the copy began. */
  takenAt: string;
  jokkoVersion: string;
  postgresVersion: string;
  /** `embedded`: the PostgreSQL that Jokko brings. `own`: that of DATABASE_URL. */
  database: 'embedded' | 'own';
  systemIdentifier: string;
  timeline: number;
  installationId: string;
  epoch: number;
  /** The ids of the keys under which secrets in the database and in the send journal are sealed. */
  keyEncryptionKeyIds: string[];
  /** For whoever finds the directory. */
  notice: string;
  bytes: number;
  /** Every file but this one. */
  files: FileEntry[];
}

export const manifestName = 'manifest.json';

/** Says in plain words what is not in the directory. */
export const noticeOf = (keyIds: readonly string[]): string =>
  `The key-encryption key is NOT in this backup. Its secrets open only with the key of id ${keyIds.join(', and that of id ')} ` +
  `(JOKKO_SECRET_KEY, or DATA_DIR/secret-key). Of the send journals, those below the DATA_DIR of this machine are here; ` +
  `nodes on other machines have their own.`;

export function writeManifest(directory: string, manifest: Manifest): void {
  writePrivateFile(join(directory, manifestName), `${JSON.stringify(manifest, null, 1)}\n`);
}

/** Throws a Refusal where there is none. */
export function readManifest(directory: string): Manifest {
  try {
    return JSON.parse(readFileSync(join(directory, manifestName), 'utf8')) as Manifest;
  } catch (error) {
    const reason = (error as NodeJS.ErrnoException).code ?? 'it is no JSON';
    throw new Refusal(
      `${directory} is not a whole backup: cannot read ${manifestName} (${reason})`,
    );
  }
}
