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
        and to_state in ('SUCCESS', 'FAILED', 'CANCELED', 'REFUNDED') and (from_state <> 'REFUNDING' or to_state = 'REFUNDED')
      order by account_id ${order}, id ${order} limit ${looksAt})`;
const selectStanding: Statement = {
  name: 'select_callback_standing',
  text: `
    select
      exists (
        select 1 from (${results('asc')} union all ${results('desc')}) e
        join callback c on c.operation_id = e.operation_id and c.account_id = $1 and c.state = 'delivered') as delivered,
      (select count(*) from (
        select 1 from callback where account_id = $1 and next_attempt_at is not null and least(attempts, 1) = 1 limit ${standingMax}) f
      )::integer as failing,
      (select count(*) from (select 1 from callback where account_id = $1 and state = 'abandoned' limit ${standingMax}) p)::integer as abandoned`,
};

export async function readStanding(session: Session, accountId: number): Promise<CallbackStanding> {
  const [row] = await session.query<CallbackStanding>(selectStanding, [accountId]);
  return row!;
}
