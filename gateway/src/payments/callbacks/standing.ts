// Summarises how an account's callbacks are doing: whether any arrives at all, and how many do
// not.

import type { Session, Statement } from '../../platform/db/database.ts';

export interface CallbackStanding {
  /** One was answered with 200, among those of the account's first and newest results. */
  delivered: boolean;
  /** Failed and tried again, up to `standingMax`. */
  failing: number;
  /** Given up, up to `standingMax`. */
  abandoned: number;
}

export const standingMax = 1_000;
const looksAt = 200;

// The condition is that of the index operation_transition_event.
const results = (order: 'asc' | 'desc') => `(
      select operation_id from operation_transition where account_id = $1
        and to_state in ('SUCCESS', 'FAILED', 'CANCELED', 'REFUNDED')
          and (from_state <> 'REFUNDING' or to_state = 'REFUNDED')
      order by account_id ${order}, id ${order} limit ${looksAt})`;
const selectStanding: Statement = {
  name: 'select_callback_standing',
  text: `
    select
      exists (
        select 1 from (${results('asc')} union all ${results('desc')}) e
        join callback c on c.operation_id = e.operation_id and c.account_id = $1
          and c.state = 'delivered') as delivered,
      (select count(*) from (
        select 1 from callback where account_id = $1 and next_attempt_at is not null
          and least(attempts, 1) = 1 limit ${standingMax}) f
      )::integer as failing,
      (select count(*) from (select 1 from callback where account_id = $1 and state = 'abandoned'
        limit ${standingMax}) p)::integer as abandoned`,
};

// Those of a state are counted by its index over all days; over some days among the newest of them,
// since an index of a state knows no days.
const countOf = (state: string, indexed: string): string =>
  `case when $2::timestamptz is null and $3::timestamptz is null
        then (select count(*) from (select 1 from callback where account_id = $1 and ${indexed}
          limit ${standingMax}) n)
        else (select count(*) from newest where state = '${state}') end::integer as ${state}`;
const selectCounts: Statement = {
  name: 'count_callbacks_by_state',
  text: `
    with newest as (
      select state from callback where account_id + 0 = $1
        and created_at >= coalesce($2::timestamptz, '-infinity')
        and created_at < coalesce($3::timestamptz, 'infinity') order by created_at desc
          limit ${standingMax})
    select
      (select count(*) from newest)::integer as all,
      (select count(*) from newest where state = 'delivered')::integer as delivered,
      ${countOf('due', 'next_attempt_at is not null')},
      ${countOf('abandoned', `state = 'abandoned'`)}`,
};

/** `more`: there may be others that were not counted. */
export interface CallbackCount {
  count: number;
  more: boolean;
}
export type CallbackCounts = Record<'all' | 'due' | 'delivered' | 'abandoned', CallbackCount>;

/**
 * Counts results from `since` on and before `until`; null: of any time. No more than `standingMax`
 * each.
 */
export async function countByState(
  session: Session,
  accountId: number,
  { since, until }: { since: Date | null; until: Date | null },
): Promise<CallbackCounts> {
  type Row = Record<keyof CallbackCounts, number>;
  const [row] = await session.query<Row>(selectCounts, [accountId, since, until]);
  const { all, due, delivered, abandoned } = row!;
  const cut = all >= standingMax;
  const ofDays = since !== null || until !== null;
  return {
    all: { count: all, more: cut },
    due: { count: due, more: ofDays ? cut : due >= standingMax },
    delivered: { count: delivered, more: cut },
    abandoned: { count: abandoned, more: ofDays ? cut : abandoned >= standingMax },
  };
}

export async function readStanding(session: Session, accountId: number): Promise<CallbackStanding> {
  const [row] = await session.query<CallbackStanding>(selectStanding, [accountId]);
  return row!;
}
