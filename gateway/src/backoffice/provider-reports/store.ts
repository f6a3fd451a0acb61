// Rows of what providers reported: one balance for each account and currency, one pull for each
// account and day.

import type { Session, Statement } from '../../platform/db/database.ts';

export interface ProviderBalance {
  /** All routes that lead to the account. */
  routes: string[];
  currency: string;
  /** Ten-thousandths, as the provider told it last. */
  available: bigint;
  /** What our books said at that moment. */
  booked: bigint;
  readAt: Date;
}
export interface StatementPull {
  route: string;
  /** `2026-11-22`, by the provider's clock. */
  day: string;
  state: 'asked' | 'pulling' | 'pulled' | 'failed';
  /** Lines that the statement had. */
  lines: number;
  /** The file of the reconciliation; null: none yet. */
  fileId: number | null;
  problem: string | null;
  tries: number;
  /** It is not tried any more, unless a person asks for it or a file for it comes. */
  isGivenUp: boolean;
}

const leaseBalances: Statement = {
  name: 'lease_provider_balances',
  text: `
    insert into provider_balance_reading as known (route, next_at)
    select route, now() + $2 * interval '1 second' from unnest($1::text[]) as asked(route)
      where not exists (select from provider_balance_reading r where r.route = asked.route
        and r.next_at > now()) limit 1
    on conflict (route) do update set next_at = excluded.next_at where known.next_at <= now()
      returning route`,
};
const saveBalance: Statement = {
  name: 'save_provider_balance',
  text: `insert into provider_balance (route, routes, currency, available, booked)
    values ($1, $2, $3, $4, $5)
    on conflict (route, currency) do update set routes = excluded.routes,
      available = excluded.available, booked = excluded.booked, read_at = excluded.read_at`,
};
const selectBalances: Statement = {
  name: 'list_provider_balances',
  text: 'select routes, currency, available, booked, read_at as "readAt" from provider_balance order by route, currency',
};

/**
 * One of the accounts whose balances are to be asked for, by this node and by nobody else for
 * `seconds`; null: of none.
 */
export async function leaseReading(
  session: Session,
  routes: readonly string[],
  seconds: number,
): Promise<string | null> {
  const [leased] = await session.query<{ route: string }>(leaseBalances, [routes, seconds]);
  return leased?.route ?? null;
}

export async function saveProviderBalance(
  session: Session,
  { routes, currency, available, booked }: Omit<ProviderBalance, 'readAt'>,
): Promise<void> {
  await session.query(saveBalance, [routes[0], routes, currency, available, booked]);
}

export function listProviderBalances(session: Session): Promise<ProviderBalance[]> {
  return session.query<ProviderBalance>(selectBalances);
}

/** Counts the files of a provider that puts files: those of one day, however long ago they came. */
const filesOf = (route: string, day: string): string =>
  `(select count(*) from provider_file f where f.route = ${route}
    and f.days @> array[${day}])::integer`;
/** So far back a file is looked for whose day was not read since it came. */
const filesSinceDays = 60;
/** Nobody asks a provider for an older one. */
const shownDays = 60;
/** A day that could not be fetched is tried for so long. */
const triedDays = 7;
const isTried = `p.wanted_at > jokko_now() - interval '${triedDays} days'`;

// A node that died while it pulled leaves a lease that ends, and is replaced however long ago the
// day was given up.
const selectDue: Statement = {
  name: 'list_due_statement_days',
  text: `with day as (
      select day::date as day from generate_series(greatest($3::date - ${triedDays - 1}, $4::date),
        $3::date, interval '1 day') as day
      union select unnest(f.days) from provider_file f where f.route = $1
        and f.received_at > jokko_now() - interval '${filesSinceDays} days'
      union select p.day from statement_pull p where p.route = $1
        and (p.state in ('asked', 'pulling') or (p.state = 'failed' and ${isTried})))
    select d.day::text as day from day d left join statement_pull p on p.route = $1
      and p.day = d.day
    where d.day <= $3::date and (p.day is null or p.state = 'asked'
      or (p.state = 'pulling' and p.next_at <= jokko_now())
      or (p.state = 'failed' and p.next_at <= jokko_now() and ${isTried})
      or (p.state in ('pulled', 'failed') and p.files < ${filesOf('$1', 'd.day')}))
    order by d.day limit $2`,
};
const selectFirstDay: Statement = {
  name: 'select_first_statement_day',
  text: `select coalesce((select min(day) from statement_pull where route = $1),
      (select min(c.created_at at time zone 'UTC')::date from catalogue c
        where exists (select from json_array_elements(c.document -> 'routes') as r
          where r ->> 'name' = $1)))::text as day`,
};
const leaseDay: Statement = {
  name: 'lease_statement_pull',
  text: `insert into statement_pull as p (route, day, next_at)
    values ($1, $2, jokko_now() + $3 * interval '1 second')
    on conflict (route, day) do update set next_at = excluded.next_at, tries = p.tries + 1,
      state = 'pulling',
        wanted_at = case when p.state in ('failed', 'pulling') and ${isTried} then p.wanted_at
          else jokko_now() end
      where p.state = 'asked' or (p.state in ('pulling', 'failed') and p.next_at <= jokko_now())
        or (p.state in ('pulled', 'failed') and p.files < ${filesOf('p.route', 'p.day')})
    returning ${filesOf('p.route', 'p.day')} as files`,
};
// What was read before stays named where the day cannot be read again.
const endDay: Statement = {
  name: 'end_statement_pull',
  text: `update statement_pull set state = case when state = 'asked' then state
    else $3 end, lines = case when $5::integer is null then lines else $4 end,
      file_id = coalesce($5, file_id), problem = $6, next_at = jokko_now() + $7
        * interval '1 second', files = $8
    where route = $1 and day = $2`,
};
const askForDay: Statement = {
  name: 'ask_for_statement_day',
  text: `insert into statement_pull (route, day, state, tries, next_at)
    values ($1, $2, 'asked', 0, jokko_now())
    on conflict (route, day) do update set state = 'asked', wanted_at = jokko_now(),
      next_at = jokko_now()`,
};
const selectPulled: Statement = {
  name: 'select_statement_pull_of_route',
  text: 'select from statement_pull where route = $1 limit 1',
};
const pullColumns = `p.route, p.day::text as day, p.state, p.lines, p.file_id as "fileId",
  p.problem, p.tries,
    not (${isTried}) and p.state = 'failed' as "isGivenUp"`;
const selectPulls: Statement = {
  name: 'list_statement_pulls',
  text: `select ${pullColumns} from statement_pull p order by p.day desc, p.route limit $1`,
};
const selectUnread: Statement = {
  name: 'list_unread_statement_days',
  text: `select ${pullColumns} from statement_pull p
    where p.state <> 'pulled' and p.day > (jokko_now() - interval '${shownDays} days')::date
      order by p.day desc, p.route limit $1`,
};
const selectDay: Statement = {
  name: 'read_statement_day',
  text: `select ((jokko_now() - $1 * interval '1 second') at time zone 'UTC')::date::text as day`,
};

/** The day (UTC) that it was so many seconds ago, by the database's clock. */
export async function dayBefore(session: Session, seconds: number): Promise<string> {
  const [row] = await session.query<{ day: string }>(selectDay, [seconds]);
  return row!.day;
}

/**
 * The day of which the first statement of a route was asked for, else the one on which it came into
 * the catalogue; null: in none.
 */
export async function firstStatementDay(session: Session, route: string): Promise<string | null> {
  const [row] = await session.query<{ day: string | null }>(selectFirstDay, [route]);
  return row!.day;
}

/**
 * Days from `first` up to `last` that are to be fetched now, and those that somebody or a file asks
 * for; the oldest first.
 */
export async function dueDays(
  session: Session,
  { route, first, last }: { route: string; first: string | null; last: string },
): Promise<string[]> {
  const rows = await session.query<{ day: string }>(selectDue, [route, dueMax, last, first]);
  return rows.map(({ day }) => day);
}
const dueMax = 100;

/**
 * How many files say anything of the day; null: another node has it, or it is not to be fetched
 * now.
 */
export async function leasePull(
  session: Session,
  { route, day, seconds }: { route: string; day: string; seconds: number },
): Promise<number | null> {
  const [row] = await session.query<{ files: number }>(leaseDay, [route, day, seconds]);
  return row?.files ?? null;
}

export async function endPull(
  session: Session,
  pull: Omit<StatementPull, 'tries' | 'isGivenUp'> & { retrySeconds: number; files: number },
): Promise<void> {
  const { route, day, state, lines, fileId, problem, retrySeconds, files } = pull;
  await session.query(endDay, [route, day, state, lines, fileId, problem, retrySeconds, files]);
}

/**
 * Whether statements of this route are fetched: of several that lead to one account it is the
 * first.
 */
export async function isPulled(session: Session, route: string): Promise<boolean> {
  return (await session.query(selectPulled, [route])).length > 0;
}

/** It is fetched once more, whether it was given up or fetched before. */
export async function markAsked(session: Session, route: string, day: string): Promise<void> {
  await session.query(askForDay, [route, day]);
}

/** The newest first. */
export function listStatementPulls(session: Session, limit: number): Promise<StatementPull[]> {
  return session.query<StatementPull>(selectPulls, [limit]);
}

/** Days that could not be fetched yet, or are to be fetched again; the newest first. */
export function listUnreadDays(session: Session, limit: number): Promise<StatementPull[]> {
  return session.query<StatementPull>(selectUnread, [limit]);
}
