// Keeps the periods of ids ahead of time: each begins with a month by the database's clock, in UTC,
// and has partitions of its own before it begins. Where a period could not be made in time, ids go
// on coming from the newest one that has begun, and nothing fails (decision 0087).

import type { Database, Session, Statement } from './database.ts';
import { makePartitions } from './partitions.ts';
import { periodOf } from './scattered-ids.ts';
import { inTransaction } from './transaction.ts';

/** Periods that are there before they begin: the next month, and the one after it. */
const monthsAhead = 2;

const month = `date_trunc('month', jokko_now() at time zone 'UTC')`;
const beginsAt = (months: string): string =>
  `(${month} + ${months} * interval '1 month') at time zone 'UTC'`;

const selectMissing: Statement = {
  name: 'select_missing_id_periods',
  text: `
    select n.ahead, n.newest + row_number() over (order by n.ahead)::integer as period
    from (
      select g.ahead, p.newest, ${beginsAt('g.ahead')} as begins_at, p.begins_at as newest_begins_at
      from generate_series(1, ${monthsAhead}) as g(ahead)
        cross join (select period as newest, begins_at from id_period order by period desc
          limit 1) p
    ) n
    where n.begins_at > n.newest_begins_at
    order by n.ahead`,
};
/** One of several nodes makes them. Ends with the transaction. */
const lockPeriods: Statement = {
  name: 'lock_id_periods',
  text: 'lock table id_period in share row exclusive mode',
};
const insertPeriod: Statement = {
  name: 'insert_id_period',
  text: `insert into id_period (period, begins_at) values ($1, ${beginsAt('$2::integer')})`,
};

interface MissingPeriod {
  period: number;
  /** Months from now. */
  ahead: number;
}

const findMissing = (session: Session): Promise<MissingPeriod[]> => session.query(selectMissing);

/**
 * Makes the periods of the next months that are missing. Throws when a table is in the way of a
 * long statement; the next round tries again.
 */
export async function keepPeriodsAhead(database: Database): Promise<void> {
  if ((await findMissing(database)).length === 0) return;
  await inTransaction(database, async (session) => {
    await session.query(lockPeriods);
    for (const { period, ahead } of await findMissing(session)) {
      await makePartitions(session, period);
      await session.query(insertPeriod, [period, ahead]);
    }
  });
}

const selectNewest: Statement = {
  name: 'select_newest_id_period',
  text: 'select max(period) as newest from id_period',
};
const insertNext: Statement = {
  name: 'insert_next_id_period',
  text: `
    insert into id_period (period, begins_at)
    select $1, (date_trunc('month', greatest(p.begins_at, i.created_at) at time zone
      'UTC') + interval '1 month') at time zone 'UTC'
    from id_period p cross join installation i where p.period = $1 - 1`,
};

async function findNewest(session: Session): Promise<number> {
  const [row] = await session.query<{ newest: number }>(selectNewest);
  return row!.newest;
}

/**
 * Makes the periods of these ids, where a database was restored to a state before they were made.
 * Each begins a month after the one before, as it did while there were nodes.
 */
export async function makePeriodsOf(database: Database, ids: readonly string[]): Promise<void> {
  const last = ids.reduce((latest, id) => Math.max(latest, periodOf(id)), 0);
  if ((await findNewest(database)) >= last) return;
  await inTransaction(database, async (session) => {
    await session.query(lockPeriods);
    for (let period = (await findNewest(session)) + 1; period <= last; period++) {
      await makePartitions(session, period);
      await session.query(insertNext, [period]);
    }
  });
}
