// Takes a period's partitions out of their tables and puts empty ones in their place, in one
// transaction of a few milliseconds: payments wait no longer than that, and what still comes for an
// old operation has a place. Tries again where somebody is at work on the tables.

import type { Connection, Database, Session, Statement } from '../../platform/db/database.ts';
import { archivedTables, replacePartition } from '../../platform/db/partitions.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import { environment } from '../../platform/environment.ts';

/** Whoever wants one of the tables meanwhile waits as long. */
const lockTimeoutMs = 100;
const pauseMs = 400;
/** About a minute in all. */
const triesMax = 120;
const lockNotAvailable = '55P03';

/** A period, and the range of its ids: the last one is not included. */
export interface PeriodRange {
  period: number;
  firstId: bigint;
  endId: bigint;
}

/** Why a period cannot be archived, in words; null: it can. */
export async function findObstacle(session: Session, range: PeriodRange): Promise<string | null> {
  const [{ operations, callbacks, cases, claims } = none] = await session.query<typeof none>(
    countOpen,
    [range.firstId, range.endId],
  );
  const found = [
    [operations, 'operations are not final'],
    [callbacks, 'callbacks are due'],
    [cases, 'cases are open'],
    [claims, 'claims are open'],
  ] as const;
  const open = found.filter(([count]) => count > 0).map(([count, what]) => `${count} ${what}`);
  return open.length === 0 ? null : open.join(', ');
}

const none = { operations: 0, callbacks: 0, cases: 0, claims: 0 };

// By the small indexes of what is under way: an operation that is not final has a next step (I-13).
const countOpen: Statement = {
  name: 'count_open_of_period',
  text: `
    with step as materialized (select id from operation where next_step_at is not null),
      due as materialized (select operation_id as id from callback
        where next_attempt_at is not null),
      cases as materialized (select operation_id as id from operation_case
        where resolved_at is null),
      claims as materialized (select operation_id as id from claim where status <> 'CLOSED')
    select (select count(*)::integer from step where id >= $1 and id < $2) as operations,
      (select count(*)::integer from due where id >= $1 and id < $2) as callbacks,
      (select count(*)::integer from cases where id >= $1 and id < $2) as cases,
      (select count(*)::integer from claims where id >= $1 and id < $2) as claims`,
};

const lockTables: Statement = {
  name: 'lock_partitioned_tables',
  text: `lock table ${archivedTables.join(', ')} in access exclusive mode`,
};
const setLockTimeout: Statement = {
  name: 'short_lock_timeout',
  text: `set local lock_timeout = ${lockTimeoutMs}`,
};
const notePeriod: Statement = {
  name: 'insert_archive_period',
  text: `insert into archive_period (period, first_id, end_id, state, directory)
    values ($1, $2, $3, 'detached', $4)`,
};

/**
 * Detaches the partitions of a period and notes it. Answers why it did not, where something was
 * begun meanwhile.
 */
export async function detachPeriod(
  database: Database,
  range: PeriodRange,
  directory: string,
): Promise<string | null> {
  for (let tries = 1; ; tries++) {
    try {
      return await inTransaction(database, (session) => detach(session, range, directory));
    } catch (error) {
      if ((error as { code?: unknown }).code !== lockNotAvailable || tries >= triesMax) throw error;
      await environment.sleep(pauseMs);
    }
  }
}

async function detach(
  session: Session,
  range: PeriodRange,
  directory: string,
): Promise<string | null> {
  await session.query(setLockTimeout);
  await session.query(lockTables);
  // Nobody writes history now: what was begun before is seen here, what comes later finds the empty
  // partitions.
  const obstacle = await findObstacle(session, range);
  if (obstacle !== null) return obstacle;
  for (const table of archivedTables) await replacePartition(session, table, range.period);
  await session.query(notePeriod, [range.period, range.firstId, range.endId, directory]);
  return null;
}

/** One archive run at a time; false where another one is at work. Ends with the connection. */
export async function lockArchive(connection: Connection): Promise<boolean> {
  const [row] = await connection.query<{ locked: boolean }>(takeLock);
  return row!.locked;
}
const takeLock: Statement = {
  name: 'lock_archive',
  text: `select pg_try_advisory_lock(5062026) as locked`,
};
