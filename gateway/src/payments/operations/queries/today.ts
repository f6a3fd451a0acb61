// Counts the results of an account's operations today, from the newest backwards, and no further
// than a page may take.

import type { Session, Statement } from '../../../platform/db/database.ts';

export interface Today {
  /**
   * The beginning of the day, or of what was counted on a day with more results than `resultsMax`.
   */
  since: Date;
  /** Whether `since` is the beginning of the day. */
  whole: boolean;
  succeeded: number;
  failed: number;
  /** The volumes of what succeeded, in ten-thousandths. */
  volumes: { currency: string; amount: bigint }[];
}

const resultsMax = 1_000;

// The condition is that of the index operation_transition_event.
const selectToday: Statement = {
  name: 'select_today',
  text: `
    with newest as materialized (
      select id, operation_id, to_state, created_at from operation_transition
      where account_id = $1
        and to_state in ('SUCCESS', 'FAILED', 'CANCELED', 'REFUNDED')
          and (from_state <> 'REFUNDING' or to_state = 'REFUNDED')
      order by account_id desc, id desc limit ${resultsMax}
    ), day as (
      select date_trunc('day', jokko_now() at time zone $2) at time zone $2 as start
    ), reach as (
      select start, case when count(n.id) = ${resultsMax} then greatest(start, min(n.created_at))
        else start end as since
      from day left join newest n on true group by start
    )
    select r.since, r.since = r.start as whole, o.currency,
      count(o.id) filter (where n.to_state = 'SUCCESS')::integer as succeeded,
      count(o.id) filter (where n.to_state = 'FAILED')::integer as failed,
      coalesce(sum(o.amount) filter (where n.to_state = 'SUCCESS'), 0)::bigint as amount
    from reach r
    left join newest n on n.created_at >= r.since
    left join operation o on o.id = n.operation_id and o.account_id = $1
      and ($3::text[] is null or o.code_service = any($3))
    group by r.since, r.start, o.currency`,
};

/** The day is that of `timeZone` (IANA); `services`: codes of those that count, null: all. */
export async function readToday(
  session: Session,
  accountId: number,
  timeZone: string,
  services: readonly string[] | null,
): Promise<Today> {
  interface Row {
    since: Date;
    whole: boolean;
    currency: string | null;
    succeeded: number;
    failed: number;
    amount: bigint;
  }
  const rows = await session.query<Row>(selectToday, [accountId, timeZone, services]);
  return {
    since: rows[0]!.since,
    whole: rows[0]!.whole,
    succeeded: rows.reduce((sum, { succeeded }) => sum + succeeded, 0),
    failed: rows.reduce((sum, { failed }) => sum + failed, 0),
    volumes: rows.flatMap(({ currency, amount }) =>
      currency === null || amount === 0n ? [] : [{ currency, amount }],
    ),
  };
}
