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
  /** `2026-11-22`, UTC. */
  day: string;
  state: 'pulling' | 'pulled' | 'failed';
  /** Lines that the statement had. */
  lines: number;
  /** The file of the reconciliation; null: none yet. */
  fileId: number | null;
  problem: string | null;
  tries: number;
}

const claimBalances: Statement = {
  name: 'claim_provider_balances',
  text: `insert into provider_balance_reading (route, next_at) values ($1, now() + $2 * interval '1 second')
    on conflict (route) do update set next_at = excluded.next_at where provider_balance_reading.next_at <= now() returning route`,
};
const saveBalance: Statement = {
  name: 'save_provider_balance',
  text: `insert into provider_balance (route, routes, currency, available, booked) values ($1, $2, $3, $4, $5)
    on conflict (route, currency) do update set routes = excluded.routes, available = excluded.available, booked = excluded.booked, read_at = excluded.read_at`,
};
const selectBalances: Statement = {
  name: 'list_provider_balances',
  text: 'select routes, currency, available, booked, read_at as "readAt" from provider_balance order by route, currency',
};

/** Whether it is this node's turn to ask for the balances of an account; nobody else's for `seconds`. */
export async function claimReading(
  session: Session,
  route: string,
  seconds: number,
): Promise<boolean> {
  return (await session.query(claimBalances, [route, seconds])).length > 0;
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

// A node that died while it pulled leaves a claim that ends.
const claimDay: Statement = {
  name: 'claim_statement_pull',
  text: `insert into statement_pull (route, day, next_at) values ($1, $2, now() + $3 * interval '1 second')
    on conflict (route, day) do update set next_at = excluded.next_at, tries = statement_pull.tries + 1, state = 'pulling'
      where statement_pull.state <> 'pulled' and statement_pull.next_at <= now() and statement_pull.tries < $4
    returning tries`,
};
const endDay: Statement = {
  name: 'end_statement_pull',
  text: `update statement_pull set state = $3, lines = $4, file_id = $5, problem = $6, next_at = now() + $7 * interval '1 second'
    where route = $1 and day = $2`,
};
const pulledDays: Statement = {
  name: 'list_pulled_days',
  text: `select day::text as day from statement_pull where route = $1 and day >= $2 and (state = 'pulled' or tries >= $3)`,
};
const selectPulls: Statement = {
  name: 'list_statement_pulls',
  text: `select route, day::text as day, state, lines, file_id as "fileId", problem, tries from statement_pull order by day desc, route limit $1`,
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

export async function claimPull(
  session: Session,
  {
    route,
    day,
    seconds,
    triesMax,
  }: { route: string; day: string; seconds: number; triesMax: number },
): Promise<boolean> {
  return (await session.query(claimDay, [route, day, seconds, triesMax])).length > 0;
}

export async function endPull(
  session: Session,
  pull: Omit<StatementPull, 'tries'> & { retrySeconds: number },
): Promise<void> {
  const { route, day, state, lines, fileId, problem, retrySeconds } = pull;
  await session.query(endDay, [route, day, state, lines, fileId, problem, retrySeconds]);
}

/** Days from `since` on that need no pull any more. */
export async function donePulls(
  session: Session,
  route: string,
  since: string,
  triesMax: number,
): Promise<Set<string>> {
  const rows = await session.query<{ day: string }>(pulledDays, [route, since, triesMax]);
  return new Set(rows.map(({ day }) => day));
}

/** The newest first. */
export function listStatementPulls(session: Session, limit: number): Promise<StatementPull[]> {
  return session.query<StatementPull>(selectPulls, [limit]);
}
