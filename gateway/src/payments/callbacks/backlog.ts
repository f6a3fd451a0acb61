// Counts the callbacks waiting for delivery on all nodes together, in the database, from time to
// time, and only up to a useful limit.

import type { Session, Statement } from '../../platform/db/database.ts';

export interface Backlog {
  /** Not delivered yet. */
  due: number;
  /**
   * How long the one that is most overdue waits for its next attempt, ms: it grows when senders do
   * not keep up.
   */
  lateMs: number;
  /** Given up. */
  abandoned: number;
  /** Destination queues whose last attempts reached nobody. */
  destinationsAway: number;
}

/** Beyond this all is "very much": counting on would cost more than it tells. */
export const backlogMax = 100_000;

const countStatement: Statement = {
  name: 'count_callback_backlog',
  text: `
    select due.count as due, due.late as "lateMs",
      (select count(*)::integer from (select from callback where state = 'abandoned'
        limit ${backlogMax}) p) as abandoned,
      (select count(*)::integer from (
        select from callback_destination
        where coalesce(slow_until, '-infinity'::timestamptz) >= '-infinity'
          and failures > 0 limit ${backlogMax}
      ) l) as "destinationsAway"
    from (
      select count(*)::integer as count,
        greatest(coalesce(max(extract(epoch from jokko_now() - next_attempt_at)), 0), 0)::double
          precision * 1000 as late
      from (select next_attempt_at from callback where next_attempt_at is not null
        limit ${backlogMax}) d
    ) due`,
};

export async function countBacklog(session: Session): Promise<Backlog> {
  const [row] = await session.query<Backlog>(countStatement);
  return row!;
}
