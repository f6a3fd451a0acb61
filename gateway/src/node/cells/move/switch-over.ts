// The second part of a move, for which the cell's accounts wait: nodes leave the old database, it
// is closed, its last change arrives in the new one, the books are compared, and the list of cells
// names the new one. What goes wrong before that last step leaves everything as it was.

import { inTransaction } from '../../../platform/db/transaction.ts';
import { environment } from '../../../platform/environment.ts';
import { recordAudit } from '../../../platform/audit/index.ts';
import {
  areOperationsCounted,
  differenceOfBooks,
  digestPast,
  digestPresent,
  readPast,
  type Past,
} from './books.ts';
import {
  closeDatabase,
  endSessions,
  hasSessions,
  lastChangeArrived,
  openDatabaseAgain,
  settleMoved,
  systemIdentifierOf,
  writeLastChange,
} from './fence.ts';
import type { OpenMove } from './open-move.ts';
import { findMove, freezeCell, switchCell, thawCell } from './store.ts';
import { copySequences } from './tables.ts';

/** Thrown where the cell stays where it was; another try may do better. */
export class NotSwitched extends Error {
  override name = 'NotSwitched';
}

/** Nodes give up their leases by then; what has not gone by itself is ended. */
const leaveMs = 1_500;
/** For all of it; well within the time after which nodes believe the command dead. */
const pauseMaxMs = 10_000;
const lookEveryMs = 10;

const selectLiving = 'select from node where lease_until > now() and ended_at is null';

/** Answers for how many ms no node was to serve the cell. */
export async function switchOver(open: OpenMove): Promise<number> {
  const { home, move, old, fresh } = open;
  const past = await comparePast(open);
  const countOperations = await areOperationsCounted(old);
  const fence = environment.uuid();
  const began = environment.monotonic();
  if (!(await freezeCell(home.database, move.cell, fence)))
    throw new NotSwitched('the move was cancelled');
  const patience = { until: began + pauseMaxMs };
  try {
    await emptyOld(open, fence);
    await until(patience, 'the last change has not arrived', () => lastChangeArrived(fresh, fence));
    await copySequences(old, fresh);
    const [before, after] = await Promise.all([
      digestPresent(old, past, { countOperations }),
      digestPresent(fresh, past, { countOperations }),
    ]);
    const difference = differenceOfBooks(before, after);
    if (difference !== null) throw new NotSwitched(`the books are not equal: ${difference}`);
    if (await hasSessions(old)) throw new NotSwitched('somebody has come back to the old database');
    if (environment.monotonic() > patience.until) throw new NotSwitched('it took too long');
    await settleMoved(fresh, fence, await systemIdentifierOf(old));
    await switchAtHome(open, fence);
    return Math.round(environment.monotonic() - began);
  } catch (error) {
    if (await goBack(open, fence)) throw error;
    return Math.round(environment.monotonic() - began);
  }
}

/** Everything that stays as it is, on both sides, while nodes serve the cell. */
async function comparePast({ move, old, fresh }: OpenMove): Promise<Past> {
  const past = await readPast(old);
  const patience = { until: environment.monotonic() + catchUpMs };
  await until(patience, 'the new database does not follow', () => hasReached(fresh, past));
  const [before, after] = await Promise.all([digestPast(old, past), digestPast(fresh, past)]);
  const difference = differenceOfBooks(before, after);
  if (difference !== null)
    throw new NotSwitched(`the books of cell ${move.cell} are not equal: ${difference}`);
  return past;
}

const catchUpMs = 60_000;

async function hasReached(fresh: OpenMove['fresh'], { accounts, upto }: Past): Promise<boolean> {
  const behind = `
    select from unnest($1::integer[], $2::bigint[]) as past (account_id, upto)
    where coalesce((select max(last_transfer) from balance b where b.account_id = past.account_id),
      -1) < upto limit 1`;
  return (await fresh.query(behind, [accounts, upto])).length === 0;
}

/** When it ends nobody can write the old database, and its last change is on its way. */
async function emptyOld({ old }: OpenMove, fence: string): Promise<void> {
  const leaving = environment.monotonic() + leaveMs;
  while ((await old.query(selectLiving)).length > 0 && environment.monotonic() < leaving)
    await environment.sleep(lookEveryMs);
  await closeDatabase(old, fence);
  await endSessions(old);
  await writeLastChange(old, fence);
}

async function switchAtHome({ home, move }: OpenMove, fence: string): Promise<void> {
  await inTransaction(home.database, async (session) => {
    if (!(await switchCell(session, home.secrets, move, fence)))
      throw new NotSwitched('nodes took the command for dead');
    await recordAudit(session, {
      who: { kind: 'command' },
      action: 'cell.move',
      subject: `cell/${move.cell}`,
    });
  });
}

/**
 * Puts everything back, and answers whether there was something to put back: a commit at home whose
 * answer was lost may have switched the cell.
 */
async function goBack({ home, move, old }: OpenMove, fence: string): Promise<boolean> {
  await thawCell(home.database, move.cell, fence);
  const present = await findMove(home.database, home.secrets, move.cell);
  if (present?.state === 'switched' && present.fence === fence) return false;
  await openDatabaseAgain(old, fence);
  return true;
}

async function until(
  { until: deadline }: { until: number },
  otherwise: string,
  condition: () => Promise<boolean>,
): Promise<void> {
  while (!(await condition())) {
    if (environment.monotonic() > deadline) throw new NotSwitched(otherwise);
    await environment.sleep(lookEveryMs);
  }
}
