// Counts what waits on each route at present: for a turn at the provider, for its result longer
// than is usual, or for an outcome that nobody knows. By index, and only up to a useful maximum.

import type { Session, Statement } from '../../../platform/db/database.ts';
import type { Overdue } from './hanging.ts';

export interface RouteStanding {
  route: string;
  /** Opened within the last hour, and their outcome is not known. */
  unresolved: number;
  /** Accepted longer ago than `overdueMs`. */
  agedPending: number;
  /** Due to be sent for the first time. */
  queued: number;
  /** For how long the oldest of them has been due, s. */
  queueAgeSec: number;
}

const countedMax = 1_000;
// The conditions are those of the indexes operation_unknown and operation_due.
const selectStandings: Statement = {
  name: 'select_route_standings',
  text: `
    with unknown as (
      select route, count(*)::integer as unresolved from (
        select route from operation
        where state = 'UNKNOWN' and created_at > jokko_now() - interval '1 hour'
        order by created_at desc limit 10000) u
      group by route
    )
    select asked.route, coalesce(unknown.unresolved, 0) as unresolved,
      pending.aged as "agedPending",
      ready.count as queued, greatest(0, ready.age)::float8 as "queueAgeSec"
    from unnest($1::text[], $2::float8[]) as asked(route, aged_ms)
    left join unknown on unknown.route = asked.route
    cross join lateral (
      select (count(*) filter (where created_at < jokko_now() - asked.aged_ms
        * interval '1 millisecond'))::integer as aged
      from (
        select created_at from operation
        where route = asked.route and (case state when 'ACCEPTED' then 1 else 0 end) = 1
          and next_step_at is not null
        order by next_step_at limit ${countedMax}) a
    ) pending
    cross join lateral (
      select count(*)::integer as count, coalesce(extract(epoch
        from jokko_now() - min(next_step_at)), 0) as age
      from (
        select state, next_step_at from operation
        where route = asked.route and (case state when 'ACCEPTED' then 1 else 0 end) = 0
          and next_step_at <= jokko_now()
        order by next_step_at limit ${countedMax}) d
      where state = 'READY'
    ) ready`,
};

/**
 * Reads each route that is asked about, with the age from which what it has accepted is overdue.
 */
export const readRouteStandings = (
  session: Session,
  routes: readonly Overdue[],
): Promise<RouteStanding[]> =>
  session.query<RouteStanding>(selectStandings, [
    routes.map(({ route }) => route),
    routes.map(({ overdueMs }) => overdueMs),
  ]);
