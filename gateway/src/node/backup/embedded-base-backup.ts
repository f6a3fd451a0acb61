// Takes a base backup of the embedded PostgreSQL, which runs and has no pg_basebackup, with
// PostgreSQL's functions for it: start, copy the files, stop, add the write-ahead log of the time
// between. All of it is one session; when that ends early the server forgets the backup.

import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { connectClient } from '../../platform/db/connect.ts';
import { copyDataDirectory, copyOwned, writeOwned } from './data-directory.ts';
import type { BaseBackup } from './manifest.ts';

const label = 'jokko backup';

/**
 * Copies the running server at `url`, its superuser's, from `directory` to `target`, which must not
 * exist.
 */
export async function copyEmbedded(
  { directory, url }: { directory: string; url: string },
  target: string,
): Promise<BaseBackup> {
  const client = await connectClient(url, { purpose: 'report', name: label });
  try {
    // From now on no segment is recycled; the slot ends with the session.
    await client.query('select pg_create_physical_replication_slot($1, true, true)', [
      `jokko_backup_${process.pid}`,
    ]);
    const started = await client.query<{ position: string; segment: string }>(
      `select p::text as position, pg_walfile_name(p) as segment
        from pg_backup_start('${label}', true) as p`,
    );
    await copyDataDirectory(directory, target);
    const stopped = await client.query<{ position: string; segment: string; label: string }>(
      `select lsn::text as position, pg_walfile_name(lsn - 1) as segment, labelfile as label
        from pg_backup_stop(false)`,
    );
    const [start, stop] = [started.rows[0]!, stopped.rows[0]!];
    writeOwned(directory, join(target, 'backup_label'), stop.label);
    await copySegments(directory, target, start.segment, stop.segment);
    return { startPosition: start.position, stopPosition: stop.position };
  } finally {
    await client.end();
  }
}

/** Throws when one is missing: the copy could not be started. */
async function copySegments(
  directory: string,
  target: string,
  first: string,
  last: string,
): Promise<void> {
  const names = readdirSync(join(directory, 'pg_wal'));
  const segments = names.filter(
    (name) => /^[0-9A-F]{24}$/.test(name) && name >= first && name <= last,
  );
  const expected = numberOf(last) - numberOf(first) + 1;
  if (segments.length !== expected)
    throw new Error(`${expected} segments from ${first} to ${last}, ${segments.length} are there`);
  const histories = names.filter((name) => name.endsWith('.history'));
  for (const name of [...segments, ...histories])
    await copyOwned(directory, join('pg_wal', name), target);
}

/**
 * A segment's name: timeline, then its number as two groups of which the second counts to 255
 * (segments of 16 MB).
 */
const numberOf = (segment: string): number =>
  Number.parseInt(segment.slice(8, 16), 16) * 256 + Number.parseInt(segment.slice(16), 16);
