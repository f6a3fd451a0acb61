// Stores the breakers of routes and their history, and takes turns at letting go what waits.

import type { Database, Session, Statement } from '../../platform/db/database.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import type { BreakerRule } from '../catalogue/index.ts';
import { failuresAfter, type Breaker, type BreakerState } from './breaker.ts';

/** Nodes listen here and read the breakers again. */
export const breakerChannel = 'jokko_breaker';

const columns = `route, state, by_hand as "byHand", reason, since, failures, answered, lost,
  (extract(epoch from now() - since) * 1000)::float8 as "ageMs"`;

const selectBreakers: Statement = {
  name: 'select_route_breakers',
  text: `select ${columns} from route_breaker`,
};
const lockBreaker: Statement = {
  name: 'lock_route_breaker',
  text: `select ${columns} from route_breaker where route = $1 for update`,
};
// The counts begin anew with each state; the failures end with a user's word, or after a recovery.
const upsertBreaker: Statement = {
  name: 'upsert_route_breaker',
  text: `with told as (select pg_notify('${breakerChannel}', '')),
      noted as (
        insert into route_breaker_event (route, state, by_hand, who, reason)
          values ($1, $2, $3, $6, $4))
    insert into route_breaker as b (route, state, by_hand, reason, failures)
    select $1, $2, $3, $4, $5 from told
    on conflict (route) do update set state = excluded.state, by_hand = excluded.by_hand,
      reason = excluded.reason,
      failures = excluded.failures, since = now(), answered = 0, lost = 0, next_resume_at = now()`,
};
const countOutcome: Statement = {
  name: 'count_route_outcome',
  text: `update route_breaker set answered = answered + $2, lost = lost + $3 where route = $1
    and state <> 'open'
    returning ${columns}`,
};
const selectRoute: Statement = {
  name: 'select_route_exists',
  text: `select 1 as found from (select document from catalogue order by version desc
    limit 1) newest,
    json_array_elements(newest.document -> 'routes') route where route ->> 'name' = $1`,
};
const takeTurnStatement: Statement = {
  name: 'take_resume_turn',
  text: `insert into route_breaker (route, state, reason, since, next_resume_at)
    values ($1, 'closed', 'never opened', now() - interval '1 day', now() + interval '1 second')
    on conflict (route) do update set next_resume_at = now() + interval '1 second'
      where route_breaker.state <> 'open' and route_breaker.next_resume_at <= now()
    returning ${columns}`,
};

export async function loadBreakers(session: Session): Promise<ReadonlyMap<string, Breaker>> {
  const rows = await session.query<Breaker>(selectBreakers);
  return new Map(rows.map((row) => [row.route, row]));
}

export interface StoredChange {
  route: string;
  state: BreakerState;
  byHand: boolean;
  /** Null: the gateway itself. */
  who: string | null;
  reason: string;
  /** The rule of its route. */
  rule: BreakerRule;
}

/**
 * Changes a breaker under its lock where `wanted` says so of what it is now. `also`: in the same
 * transaction.
 */
export function changeBreaker(
  database: Database,
  change: StoredChange,
  wanted: (before: Breaker | null) => boolean,
  also: (session: Session, before: Breaker | null) => Promise<void> = () => Promise.resolve(),
): Promise<{ changed: boolean }> {
  return inTransaction(database, async (session) => {
    const [before = null] = await session.query<Breaker>(lockBreaker, [change.route]);
    if (!wanted(before)) return { changed: false };
    const { route, state, byHand, reason, who } = change;
    const failures = failuresAfter(before, change, change.rule);
    await session.query(upsertBreaker, [route, state, byHand, reason, failures, who]);
    await also(session, before);
    return { changed: true };
  });
}

/** Whether the catalogue in force has it. */
export const hasRoute = async (session: Session, route: string): Promise<boolean> =>
  (await session.query(selectRoute, [route])).length > 0;

/** Counts how those fared that were let through. Null: it is open by now. */
export async function addOutcomes(
  session: Session,
  route: string,
  { answered, lost }: Pick<Breaker, 'answered' | 'lost'>,
): Promise<Breaker | null> {
  const [row] = await session.query<Breaker>(countOutcome, [route, answered, lost]);
  return row ?? null;
}

/** One node's turn in each second; null: it was another's, or the breaker is open. */
export async function takeTurn(session: Session, route: string): Promise<Breaker | null> {
  const [row] = await session.query<Breaker>(takeTurnStatement, [route]);
  return row ?? null;
}
