// Records the outcomes of attempts. One statement for all that ended while the last one ran: the
// log, the callback's next state, and whether its destination queue is unhealthy.

import { bytesArray, plainArray, textArray } from '../../platform/db/array-text.ts';
import type { Session, Statement } from '../../platform/db/database.ts';
import { placeOf } from '../../platform/db/partitions.ts';
import type { DueCallback } from './lease.ts';
import type { Exchange } from './send.ts';
import type { AbandonedInDestination } from './counters.ts';

export interface DeliveryAttempt {
  callback: DueCallback;
  exchange: Exchange;
  /** Until the next attempt, when this one failed. */
  retryInMs: number;
  /** No response. */
  slowsDestination: boolean;
}

/**
 * The answers to the first and to the last few attempts of one callback are kept, so that a
 * stranger's server does not decide how much we store: at most six times 16 KiB, whatever it says
 * 4,320 times.
 */
const answersKept = 3;

// Read once for the statement: there are six places for each row, and before PostgreSQL 18 each of
// them plans the call anew (100 µs).
const now = '(select now from moment)';
const isOver = `coalesce(c.retry_until, c.created_at + $19::interval) < ${now}`;
const recordAttemptsStatement = (ids: readonly string[]): Statement => ({
  name: `record_attempts_of_${placeOf('callback', ids)}`,
  text: `
    with moment as materialized (
      select jokko_now() as now
    ), made as materialized (
      select * from unnest($1::integer[], $2::bigint[], $3::boolean[], $4::integer[], $5::integer[],
        $6::text[], $7::integer[], $8::smallint[], $9::smallint[], $10::smallint[], $11::smallint[],
        $12::smallint[], $13::boolean[], $14::bytea[], $15::inet[], $16::text[], $17::bytea[],
        $18::boolean[], $23::text[], $24::bytea[])
        as m(account_id, operation_id, second, duration_ms, http_status, error_class, retry_ms,
          dns_ms, connect_ms, tls_ms, first_byte_ms, tls_version, pin_matched, pin_seen, address,
          timeout_phase, answer, answer_cut, answer_headers, body_hash)
    ), closed as (
      update ${placeOf('callback', ids)} c set
        attempts = c.attempts + 1,
        state = case when m.error_class is null then 'delivered' when ${isOver} then 'abandoned'
          else 'due' end,
        next_attempt_at = case when m.error_class is not null
          and not ${isOver} then ${now} + m.retry_ms * interval '1 millisecond' end,
        lease_owner = null,
        closed_at = case when m.error_class is null or ${isOver} then ${now} end
      from made m where c.account_id = m.account_id and c.operation_id = m.operation_id
        and c.second = m.second and c.state = 'due'
      returning m.*, c.attempts, c.state, c.destination
    ), logged as (
      insert into callback_attempt (account_id, operation_id, second, number, started_at,
        duration_ms, http_status, error_class, dns_ms, connect_ms, tls_ms, first_byte_ms,
        tls_version, pin_matched, pin_seen, address, timeout_phase, answer, answer_cut,
        answer_headers, body_hash)
      select account_id, operation_id, second, attempts,
        ${now} - duration_ms * interval '1 millisecond', duration_ms, http_status, error_class,
        dns_ms, connect_ms, tls_ms, first_byte_ms, tls_version, pin_matched, pin_seen, address,
        timeout_phase, answer, answer_cut, answer_headers, body_hash
      from closed
      on conflict do nothing
    ), forgotten as (
      update ${placeOf('callback_attempt', ids)} a set answer = null, answer_headers = null
        from closed
      where closed.attempts > ${2 * answersKept} and a.operation_id = closed.operation_id
        and a.account_id = closed.account_id
        and a.second = closed.second and a.number = closed.attempts - ${answersKept}
          and (a.answer is not null or a.answer_headers is not null)
    ), seen as materialized (
      select * from unnest($20::integer[], $21::text[], $22::boolean[]) as s(account_id,
        destination, slow)
    ), away as (
      insert into callback_destination as l (account_id, destination, failures, slow_until)
      select account_id, destination, 1, ${now} + interval '60 seconds' from seen where slow
      on conflict (account_id, destination) do update set failures = l.failures + 1,
        slow_until = excluded.slow_until
    ), back as (
      delete from callback_destination l using seen
      where not seen.slow and l.account_id = seen.account_id and l.destination = seen.destination
        and l.failures > 0
    )
    select account_id as "accountId", destination, count(*)::integer as count from closed
      where state = 'abandoned' group by account_id, destination`,
});

/**
 * Stores attempts and what follows from them: delivered, due again, or abandoned after
 * `abandonAfter` (SQL interval from the result) or the end that a replay has set. Answers what was
 * abandoned.
 */
export function recordAttempts(
  session: Session,
  attempts: DeliveryAttempt[],
  abandonAfter: string,
): Promise<AbandonedInDestination[]> {
  const of = <Value>(read: (attempt: DeliveryAttempt) => Value): Value[] => attempts.map(read);
  const destinations = destinationsOf(attempts);
  const ids = of(({ callback }) => callback.operationId);
  return session.query<AbandonedInDestination>(recordAttemptsStatement(ids), [
    plainArray(of(({ callback }) => callback.accountId)),
    plainArray(ids),
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
    abandonAfter,
    plainArray(destinations.map(({ accountId }) => accountId)),
    textArray(destinations.map(({ destination }) => destination)),
    plainArray(destinations.map(({ slow }) => slow)),
    textArray(
      of(({ exchange: { answerHeaders } }) =>
        answerHeaders === null ? null : JSON.stringify(answerHeaders),
      ),
    ),
    bytesArray(of(({ exchange }) => exchange.bodyHash)),
  ]);
}

/**
 * Each destination queue once: it is away when nobody answered at all. In one order everywhere, so
 * that two nodes do not lock them crosswise.
 */
function destinationsOf(
  attempts: DeliveryAttempt[],
): { accountId: number; destination: string; slow: boolean }[] {
  const destinations = new Map<string, { accountId: number; destination: string; slow: boolean }>();
  for (const { callback, slowsDestination } of attempts) {
    const key = `${callback.accountId} ${callback.destination}`;
    const seen = destinations.get(key);
    if (seen === undefined)
      destinations.set(key, {
        accountId: callback.accountId,
        destination: callback.destination,
        slow: slowsDestination,
      });
    else seen.slow &&= slowsDestination;
  }
  return [...destinations]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([, destination]) => destination);
}
