// How are callbacks, their lanes and their attempts stored?

import type { Session, Statement } from '../../db/database.ts';
import type { CallbackWrite } from './callback.ts';
import type { ErrorClass } from './error-class.ts';

/** A callback that is to be sent now. */
export interface DueCallback {
  accountId: number;
  operationId: string;
  lane: string;
  url: string;
  body: string;
  /** Attempts made before. */
  attempts: number;
}

const insertCallbacksStatement: Statement = {
  name: 'insert_callbacks',
  text: `
    with given as materialized (
      select * from json_to_recordset($1::json)
        as c(a integer, o bigint, l text, u text, s text, b text, n timestamptz, w integer)
    ), lanes as (
      insert into callback_lane (account_id, lane) select distinct a, l from given on conflict do nothing
    )
    insert into callback (account_id, operation_id, lane, url, status, body, next_attempt_at, lease_owner)
    select a, o, l, u, s, b, n, w from given`,
};

/** Written in the commit that records the result. */
export function insertCallbacks(session: Session, callbacks: CallbackWrite[]): Promise<unknown> {
  const rows = callbacks.map((callback) => ({
    a: callback.facts.accountId,
    o: callback.facts.id,
    l: callback.lane,
    u: callback.url,
    s: callback.status,
    b: callback.body,
    n: callback.nextAttemptAt,
    w: callback.leaseOwner,
  }));
  return session.query(insertCallbacksStatement, [JSON.stringify(rows)]);
}

/** A callback that this node leases but does not hold in memory was dropped by a fault (its record got lost, say); it is taken again after this long. */
const forgottenAfter = `interval '15 seconds'`;
const unleased = `(lease_owner is null
            or (lease_owner = $1 and next_attempt_at < jokko_now() - ${forgottenAfter})
            or not exists (select from node where incarnation = lease_owner and lease_until > now()))
          and operation_id <> all($4::bigint[])`;

// From each lane a few first attempts, and a few retries while the lane is not slow; a lane that failed gets one retry as a probe.
// So a lane with a huge backlog takes no more of a sweep than any other.
const claimCallbacksStatement: Statement = {
  name: 'claim_callbacks',
  text: `
    with first_attempt as (
      select c.account_id, c.operation_id from callback_lane l
      cross join lateral (
        select account_id, operation_id from callback
        where account_id = l.account_id and lane = l.lane and state = 'due' and (attempts > 0) = false and next_attempt_at <= jokko_now()
          and ${unleased}
        order by next_attempt_at limit $2 for update skip locked
      ) c
      limit $3
    ), retry as (
      select c.account_id, c.operation_id, l.lane, l.failures from callback_lane l
      cross join lateral (
        select account_id, operation_id from callback
        where account_id = l.account_id and lane = l.lane and state = 'due' and (attempts > 0) = true and next_attempt_at <= jokko_now()
          and ${unleased}
        order by next_attempt_at limit case when l.failures > 0 then 1 else $2 end for update skip locked
      ) c
      where l.slow_until is null or l.slow_until <= jokko_now()
      limit $3
    ), probed as (
      -- Before its answer is known, so that no other sweep sends a second probe.
      update callback_lane l set slow_until = jokko_now() + interval '60 seconds'
      from (select distinct account_id, lane from retry where failures > 0) p
      where l.account_id = p.account_id and l.lane = p.lane
    ), free_callback as (
      select * from first_attempt union all select account_id, operation_id from retry
    )
    update callback c set lease_owner = $1 from free_callback f
    where c.account_id = f.account_id and c.operation_id = f.operation_id
    returning c.account_id, c.operation_id, c.lane, c.url, c.body, c.attempts`,
};

/** Leases due callbacks to this node: at most `perLane` first attempts and retries of each lane, `max` in all; `inHand` (operation ids) are skipped. */
export async function claimCallbacks(
  session: Session,
  node: number,
  perLane: number,
  max: number,
  inHand: ReadonlySet<string>,
): Promise<DueCallback[]> {
  interface Row {
    account_id: number;
    operation_id: bigint;
    lane: string;
    url: string;
    body: string;
    attempts: number;
  }
  const rows = await session.query<Row>(claimCallbacksStatement, [node, perLane, max, [...inHand]]);
  return rows.map((row) => ({
    accountId: row.account_id,
    operationId: String(row.operation_id),
    lane: row.lane,
    url: row.url,
    body: row.body,
    attempts: row.attempts,
  }));
}

/** What came of one attempt. */
export interface DeliveryAttempt {
  callback: DueCallback;
  durationMs: number;
  httpStatus: number | null;
  errorClass: ErrorClass | null;
  /** Until the next attempt, when this one failed. */
  retryInMs: number;
  slowsLane: boolean;
}

const recordAttemptsStatement: Statement = {
  name: 'record_callback_attempts',
  text: `
    with made as materialized (
      select * from json_to_recordset($1::json)
        as m(a integer, o bigint, l text, d integer, h integer, e text, r integer, slow boolean)
    ), closed as (
      update callback c set
        attempts = c.attempts + 1,
        state = case when m.e is null then 'delivered' when c.created_at < jokko_now() - $2::interval then 'parked' else 'due' end,
        next_attempt_at = case when m.e is not null and c.created_at >= jokko_now() - $2::interval then jokko_now() + m.r * interval '1 millisecond' end,
        lease_owner = null,
        closed_at = case when m.e is null or c.created_at < jokko_now() - $2::interval then jokko_now() end
      from made m where c.account_id = m.a and c.operation_id = m.o and c.state = 'due'
      returning c.account_id, c.operation_id, c.attempts
    ), logged as (
      insert into callback_attempt (account_id, operation_id, number, started_at, duration_ms, http_status, error_class)
      select m.a, m.o, c.attempts, jokko_now() - m.d * interval '1 millisecond', m.d, m.h, m.e
      from made m join closed c on c.account_id = m.a and c.operation_id = m.o
      on conflict do nothing
    )
    update callback_lane l set
      failures = case when bad.slow then l.failures + 1 else 0 end,
      slow_until = case when bad.slow then jokko_now() + interval '60 seconds' end
    from (select a, l, bool_and(slow) as slow from made group by a, l) bad
    where l.account_id = bad.a and l.lane = bad.l and (bad.slow or l.failures > 0)`,
};

/** Stores attempts and what follows from them: delivered, due again, or parked once older than `parkAfter` (SQL interval). */
export async function recordAttempts(session: Session, attempts: DeliveryAttempt[], parkAfter: string): Promise<void> {
  const rows = attempts.map(({ callback, durationMs, httpStatus, errorClass, retryInMs, slowsLane }) => ({
    a: callback.accountId,
    o: callback.operationId,
    l: callback.lane,
    d: durationMs,
    h: httpStatus,
    e: errorClass,
    r: retryInMs,
    slow: slowsLane,
  }));
  await session.query(recordAttemptsStatement, [JSON.stringify(rows), parkAfter]);
}
