// Records a delivery attempt without the delivery log, to measure what that log costs. Stands in
// for the gateway's payments/callbacks/record.ts: the callback's state, its destination queue, and
// a row with time and outcome, as in the first version of the gateway.

interface Attempt {
  callback: { accountId: number; operationId: string; second: boolean; destination: string };
  exchange: { durationMs: number; httpStatus: number | null; errorClass: string | null };
  retryInMs: number;
  slowsDestination: boolean;
}
interface Session {
  query(statement: { name: string; text: string }, values: readonly unknown[]): Promise<unknown>;
}

const statement = {
  name: 'record_callback_attempts',
  text: `
    with made as materialized (
      select * from json_to_recordset($1::json)
        as m(a integer, o bigint, se boolean, l text, d integer, h integer, e text, r integer,
          slow boolean)
    ), closed as (
      update callback c set
        attempts = c.attempts + 1,
        state = case when m.e is null then 'delivered' when c.created_at < jokko_now() -
          $2::interval then 'abandoned' else 'due' end,
        next_attempt_at = case when m.e is not null and c.created_at >= jokko_now() -
          $2::interval then jokko_now() + m.r * interval '1 millisecond' end,
        lease_owner = null,
        closed_at = case when m.e is null
          or c.created_at < jokko_now() - $2::interval then jokko_now() end
      from made m where c.account_id = m.a and c.operation_id = m.o and c.second = m.se
        and c.state = 'due'
      returning c.account_id, c.operation_id, c.second, c.attempts
    ), logged as (
      insert into callback_attempt (account_id, operation_id, second, number, started_at,
        duration_ms, http_status, error_class)
      select m.a, m.o, m.se, c.attempts, jokko_now() - m.d * interval '1 millisecond', m.d, m.h, m.e
      from made m join closed c on c.account_id = m.a and c.operation_id = m.o and c.second = m.se
      on conflict do nothing
    )
    update callback_destination l set
      failures = case when bad.slow then l.failures + 1 else 0 end,
      slow_until = case when bad.slow then jokko_now() + interval '60 seconds' end
    from (select a, l, bool_and(slow) as slow from made group by a, l) bad
    where l.account_id = bad.a and l.destination = bad.l and (bad.slow or l.failures > 0)`,
};

export async function recordAttempts(
  session: Session,
  attempts: Attempt[],
  abandonAfter: string,
): Promise<void> {
  const rows = attempts.map(({ callback, exchange, retryInMs, slowsDestination }) => ({
    a: callback.accountId,
    o: callback.operationId,
    se: callback.second,
    l: callback.destination,
    d: exchange.durationMs,
    h: exchange.httpStatus,
    e: exchange.errorClass,
    r: retryInMs,
    slow: slowsDestination,
  }));
  await session.query(statement, [JSON.stringify(rows), abandonAfter]);
}
