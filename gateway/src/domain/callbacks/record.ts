// What came of the attempts, and what follows from it? One statement for all that ended while the last one ran: the log, the callback's next
// state, and whether its lane is away.

import { bytesArray, plainArray, textArray } from '../../db/array-text.ts';
import type { Session, Statement } from '../../db/database.ts';
import type { DueCallback } from './claim.ts';
import type { Exchange } from './send.ts';
import type { ParkedInLane } from './tally.ts';

export interface DeliveryAttempt {
  callback: DueCallback;
  exchange: Exchange;
  /** Until the next attempt, when this one failed. */
  retryInMs: number;
  /** Nobody answered. */
  slowsLane: boolean;
}

/**
 * Of one callback's log the answers to the first and to the last few attempts are kept, so that a stranger's server does not decide how much we
 * store: at most six times 16 KiB, whatever it says 4,320 times.
 */
const answersKept = 3;

const isOver = `coalesce(c.retry_until, c.created_at + $19::interval) < jokko_now()`;
const recordAttemptsStatement: Statement = {
  name: 'record_callback_attempts',
  text: `
    with made as materialized (
      select * from unnest($1::integer[], $2::bigint[], $3::boolean[], $4::integer[], $5::integer[], $6::text[], $7::integer[],
          $8::smallint[], $9::smallint[], $10::smallint[], $11::smallint[], $12::smallint[], $13::boolean[], $14::bytea[], $15::inet[],
          $16::text[], $17::bytea[], $18::boolean[], $23::text[])
        as m(account_id, operation_id, second, duration_ms, http_status, error_class, retry_ms, dns_ms, connect_ms, tls_ms, first_byte_ms,
          tls_version, pin_matched, pin_seen, address, timeout_phase, answer, answer_cut, answer_headers)
    ), closed as (
      update callback c set
        attempts = c.attempts + 1,
        state = case when m.error_class is null then 'delivered' when ${isOver} then 'parked' else 'due' end,
        next_attempt_at = case when m.error_class is not null and not ${isOver} then jokko_now() + m.retry_ms * interval '1 millisecond' end,
        lease_owner = null,
        closed_at = case when m.error_class is null or ${isOver} then jokko_now() end
      from made m where c.account_id = m.account_id and c.operation_id = m.operation_id and c.second = m.second and c.state = 'due'
      returning m.*, c.attempts, c.state, c.lane
    ), logged as (
      insert into callback_attempt (account_id, operation_id, second, number, started_at, duration_ms, http_status, error_class, dns_ms,
        connect_ms, tls_ms, first_byte_ms, tls_version, pin_matched, pin_seen, address, timeout_phase, answer, answer_cut, answer_headers)
      select account_id, operation_id, second, attempts, jokko_now() - duration_ms * interval '1 millisecond', duration_ms, http_status,
        error_class, dns_ms, connect_ms, tls_ms, first_byte_ms, tls_version, pin_matched, pin_seen, address, timeout_phase, answer, answer_cut,
        answer_headers
      from closed
      on conflict do nothing
    ), forgotten as (
      update callback_attempt a set answer = null, answer_headers = null from closed
      where closed.attempts > ${2 * answersKept} and a.operation_id = closed.operation_id and a.account_id = closed.account_id
        and a.second = closed.second and a.number = closed.attempts - ${answersKept} and (a.answer is not null or a.answer_headers is not null)
    ), seen as materialized (
      select * from unnest($20::integer[], $21::text[], $22::boolean[]) as s(account_id, lane, slow)
    ), away as (
      insert into callback_lane as l (account_id, lane, failures, slow_until)
      select account_id, lane, 1, jokko_now() + interval '60 seconds' from seen where slow
      on conflict (account_id, lane) do update set failures = l.failures + 1, slow_until = excluded.slow_until
    ), back as (
      delete from callback_lane l using seen
      where not seen.slow and l.account_id = seen.account_id and l.lane = seen.lane and l.failures > 0
    )
    select account_id as "accountId", lane, count(*)::integer as count from closed where state = 'parked' group by account_id, lane`,
};

/**
 * Stores attempts and what follows from them: delivered, due again, or parked after `parkAfter` (SQL interval from the result) or the end that
 * a replay has set. Answers what was parked.
 */
export function recordAttempts(session: Session, attempts: DeliveryAttempt[], parkAfter: string): Promise<ParkedInLane[]> {
  const of = <Value>(read: (attempt: DeliveryAttempt) => Value): Value[] => attempts.map(read);
  const lanes = lanesOf(attempts);
  return session.query<ParkedInLane>(recordAttemptsStatement, [
    plainArray(of(({ callback }) => callback.accountId)),
    plainArray(of(({ callback }) => callback.operationId)),
    plainArray(of(({ callback }) => callback.second)),
    plainArray(of(({ exchange }) => exchange.durationMs)),
    plainArray(of(({ exchange }) => exchange.httpStatus)),
    plainArray(of(({ exchange }) => exchange.errorClass)),
    plainArray(of(({ retryInMs }) => retryInMs)),
    plainArray(of(({ exchange }) => exchange.dnsMs)),
    plainArray(of(({ exchange }) => exchange.connectMs)),
    plainArray(of(({ exchange }) => exchange.tlsMs)),
    plainArray(of(({ exchange }) => exchange.firstByteMs)),
    plainArray(of(({ exchange }) => exchange.tlsVersion)),
    plainArray(of(({ exchange }) => exchange.pinMatched)),
    bytesArray(of(({ exchange }) => exchange.pinSeen)),
    plainArray(of(({ exchange }) => exchange.address)),
    plainArray(of(({ exchange }) => exchange.timeoutPhase)),
    bytesArray(of(({ exchange }) => exchange.answer)),
    plainArray(of(({ exchange }) => exchange.answerCut)),
    parkAfter,
    plainArray(lanes.map(({ accountId }) => accountId)),
    textArray(lanes.map(({ lane }) => lane)),
    plainArray(lanes.map(({ slow }) => slow)),
    textArray(of(({ exchange: { answerHeaders } }) => (answerHeaders === null ? null : JSON.stringify(answerHeaders)))),
  ]);
}

/** Each lane once: it is away when nobody answered at all. In one order everywhere, so that two nodes do not lock them crosswise. */
function lanesOf(attempts: DeliveryAttempt[]): { accountId: number; lane: string; slow: boolean }[] {
  const lanes = new Map<string, { accountId: number; lane: string; slow: boolean }>();
  for (const { callback, slowsLane } of attempts) {
    const key = `${callback.accountId} ${callback.lane}`;
    const seen = lanes.get(key);
    if (seen === undefined) lanes.set(key, { accountId: callback.accountId, lane: callback.lane, slow: slowsLane });
    else seen.slow &&= slowsLane;
  }
  return [...lanes].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, lane]) => lane);
}
