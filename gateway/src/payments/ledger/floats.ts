// Computes how much of our money is with each provider, from the debits and credits of
// `provider:<route>`. Sums of everything older than a moment are stored, so that reading costs the
// same however long the books are. What came since is added up a few transfers at a time.

import type { Database, Session, Statement } from '../../platform/db/database.ts';
import {
  stretchesOf,
  type CountedStretch,
  type Stretch,
  type StretchRows,
} from '../../platform/db/stretches.ts';
import { inTransaction } from '../../platform/db/transaction.ts';

export interface ProviderFloat {
  route: string;
  /** ISO 4217. */
  currency: string;
  /** Ten-thousandths collected there, less those paid out. */
  amount: bigint;
}

/** Transfers that one statement adds up: some 10 ms on a slow machine. */
const atOnceMax = 5_000;
const atOnceAtMost: StretchRows = { tables: ['transfer'], rowsMax: () => atOnceMax };
/** The time span that one round adds up at most. */
const roundAtMost = '1 day';
/** A transaction that has its time but has not committed yet must not be passed over. */
const settledAfter = '60 seconds';

// Times travel as texts: the driver's dates have no microseconds.
const moved = `
  select substr(account, 10) as route, currency, sum(amount) as amount from (
    select debit as account, currency, amount from transfer
      where debit like 'provider:%' and created_at >= $1::timestamptz
        and created_at < $2::timestamptz
    union all
    select credit, currency, -amount from transfer
      where credit like 'provider:%' and created_at >= $1::timestamptz
        and created_at < $2::timestamptz
  ) entry group by account, currency`;
const selectFloats: Statement = {
  name: 'select_provider_floats',
  text: 'select route, currency, amount from provider_float',
};
// The usual case in one statement: few transfers are not in the stored sums yet. The time has an
// end because the planner takes a time without one for a third of the books, and would read all.
const selectWhereFew: Statement = {
  name: 'select_provider_floats_where_few_moved',
  text: `
    with time as (select until as "from", 'infinity'::timestamptz as until
      from provider_float_until), recent as materialized (
      select debit, credit, currency, amount from transfer
      where created_at >= (select "from" from time) and created_at < (select until from time)
        limit ${atOnceMax + 1}
    ), few as (select count(*) <= ${atOnceMax} as "areFew" from recent), part as (
      select route, currency, amount from provider_float
      union all
      select substr(entry.account, 10), currency, sum(entry.amount) from recent
        cross join lateral (values (debit, amount), (credit, -amount)) as entry(account, amount)
        where (select "areFew" from few) and entry.account like 'provider:%'
        group by entry.account, currency
    )
    select "areFew", route, currency, part.amount::bigint as amount from few left join part
      on "areFew"`,
};
const selectMoved: Statement = {
  name: 'select_provider_floats_moved',
  text: `select route, currency, amount::bigint as amount from (${moved}) part`,
};
const selectUntil: Statement = {
  name: 'select_provider_float_until',
  text: 'select until::text, greatest(jokko_now(), until)::text as now from provider_float_until',
};
const lockUntil: Statement = {
  name: 'lock_provider_float_until',
  text: 'select until::text, clock_offset::text as offset from provider_float_until for update skip locked',
};
// Uses the clock's former offset: a transaction that began before the sandbox's clock was moved has
// its time by that offset.
const selectRound: Statement = {
  name: 'select_provider_float_round',
  text: `
    with settled as (
      select least(now(), (select min(xact_start) from pg_stat_activity
        where datname = current_database())) - interval '${settledAfter}'
        + least(clock_offset, $2::interval) as moment, clock_offset from installation
    ), round as (
      select moment, clock_offset, case when $1 = '-infinity' then moment
        else least(moment, $1::timestamptz + interval '${roundAtMost}') end as "end"
      from settled
    )
    select "end"::text, clock_offset::text as offset, "end" < moment as more,
      "end" > $1::timestamptz as forward from round`,
};
const addRound: Statement = {
  name: 'add_provider_float_round',
  text: `insert into provider_float as known (route, currency, amount) select route, currency,
    amount from (${moved}) round
    on conflict (route, currency) do update set amount = known.amount + excluded.amount`,
};
/** Weeks that the forecast reads. */
export const floatWeeks = 6;
// Account 0 has the movements between a provider and our bank, and fees: they are left out.
const addHours: Statement = {
  name: 'add_float_hours',
  text: `
    with old as (delete from float_hour
      where hour < $2::timestamptz - interval '${floatWeeks + 1} weeks')
    insert into float_hour as known (route, currency, hour, spent)
    select substr(account, 10), currency, hour, sum(amount) from (
      select credit as account, currency, date_trunc('hour', created_at) as hour, amount
        from transfer
        where account_id <> 0 and credit like 'provider:%'
          and created_at < $2::timestamptz
          and created_at >= greatest($1::timestamptz,
            $2::timestamptz - interval '${floatWeeks} weeks')
      union all
      select debit, currency, date_trunc('hour', created_at), -amount from transfer
        where account_id <> 0 and debit like 'provider:%'
          and created_at < $2::timestamptz
          and created_at >= greatest($1::timestamptz,
            $2::timestamptz - interval '${floatWeeks} weeks')
    ) entry group by account, currency, hour
    on conflict (route, currency, hour) do update set spent = known.spent + excluded.spent`,
};
const selectHours: Statement = {
  name: 'select_float_hours',
  text: `select route, currency, hour, spent from float_hour
    where hour >= jokko_now() - interval '${floatWeeks} weeks'`,
};
const endRound: Statement = {
  name: 'end_provider_float_round',
  text: 'update provider_float_until set until = $1::timestamptz, clock_offset = $2::interval',
};
const atOnce: Statement = {
  name: 'read_floats_at_once',
  text: 'set transaction isolation level repeatable read read only',
};

/** Returns all floats as they are now. */
export async function readFloats(database: Database): Promise<ProviderFloat[]> {
  const rows = await database.query<ProviderFloat & { areFew: boolean }>(selectWhereFew);
  if (!rows[0]!.areFew) return readFloatsInParts(database);
  // Without floats there is one row of nulls.
  return added(rows.filter(({ route }) => route !== null));
}

function readFloatsInParts(database: Database): Promise<ProviderFloat[]> {
  return inTransaction(database, async (session) => {
    await session.query(atOnce);
    const [kept] = await session.query<{ until: string; now: string }>(selectUntil);
    const { until, now } = kept!;
    const parts = [await session.query<ProviderFloat>(selectFloats)];
    for await (const stretch of stretchesOf(session, { from: until, until: now }, atOnceAtMost))
      if (stretch.rows > 0)
        parts.push(await session.query<ProviderFloat>(selectMoved, [stretch.from, stretch.until]));
    parts.push(await session.query<ProviderFloat>(selectMoved, [now, 'infinity']));
    return added(parts.flat());
  });
}

/** Returns one sum for each route and currency, sorted by them. */
function added(floats: readonly ProviderFloat[]): ProviderFloat[] {
  const sums = new Map<string, ProviderFloat>();
  for (const { route, currency, amount } of floats) {
    const key = JSON.stringify([route, currency]);
    sums.set(key, { route, currency, amount: (sums.get(key)?.amount ?? 0n) + amount });
  }
  return [...sums.entries()].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, float]) => float);
}

/**
 * Runs one round of adding transfers to the stored sums: a part of a day at most. Returns true if
 * more are left.
 */
export function foldFloats(database: Database): Promise<boolean> {
  return inTransaction(database, async (session) => {
    const [kept] = await session.query<{ until: string; offset: string }>(lockUntil);
    if (kept === undefined) return false;
    const [round] = await session.query<{
      end: string;
      offset: string;
      more: boolean;
      forward: boolean;
    }>(selectRound, [kept.until, kept.offset]);
    if (round === undefined || !round.forward) return false;
    const end = await firstWithRows(session, { from: kept.until, until: round.end });
    await session.query(addRound, [kept.until, end.until]);
    await session.query(addHours, [kept.until, end.until]);
    const more = round.more || !end.isLast;
    // The former offset is kept until all of its time is added up.
    await session.query(endRound, [end.until, more ? kept.offset : round.offset]);
    return more;
  });
}

/** Returns the first stretch with transfers, or the last stretch if there are none. */
async function firstWithRows(session: Session, time: Stretch): Promise<CountedStretch> {
  for await (const stretch of stretchesOf(session, time, atOnceAtMost))
    if (stretch.rows > 0 || stretch.isLast) return stretch;
  throw new Error('a time ends with its last stretch');
}

export interface FloatHour {
  route: string;
  currency: string;
  /** The beginning of the hour. */
  hour: Date;
  /** Ten-thousandths that operations took, less those that they brought. */
  spent: bigint;
}

/** Reads the hours of the last weeks. An hour in which nothing moved has no row. */
export const readFloatHours = (session: Session): Promise<FloatHour[]> =>
  session.query<FloatHour>(selectHours);
