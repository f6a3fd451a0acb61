// The first part of a move, while nodes serve the cell: its tables are copied, and followed until
// the new database is as far as the old one.

import { environment } from '../../../platform/environment.ts';
import { migrate } from '../../../platform/db/migrate.ts';
import { isSubscribed, publishTables, readCopied, readLag, subscribe } from './replicate.ts';
import { alignPartitions, copyRanges, emptyTables } from './tables.ts';
import type { OpenMove } from './open-move.ts';

const lookEveryMs = 250;
const reportEveryMs = 5_000;
/** What is left is followed within the pause. */
const lagMaxBytes = 1_000_000;

export async function copyCell({ move, old, fresh }: OpenMove): Promise<void> {
  if (await isSubscribed(fresh, move.cell)) return;
  await migrate(move.toUrl);
  await emptyTables(fresh);
  await copyRanges(old, fresh);
  await alignPartitions(old, fresh);
  await publishTables(old, move.cell);
  await subscribe(fresh, move.cell, move.fromUrl);
}

/** Resolves when the new database follows closely. */
export async function untilFollowing({ move, old, fresh, report }: OpenMove): Promise<void> {
  let reportedAt = -Infinity;
  for (;;) {
    await alignPartitions(old, fresh);
    const { tables, copied } = await readCopied(fresh, move.cell);
    const lag = await readLag(old, move.cell);
    if (tables > 0 && copied === tables && lag !== null && lag < lagMaxBytes) return;
    if (environment.monotonic() - reportedAt > reportEveryMs) {
      report(`${copied} of ${tables} tables copied, ${lag ?? 'unknown'} bytes behind`);
      reportedAt = environment.monotonic();
    }
    await environment.sleep(lookEveryMs);
  }
}
