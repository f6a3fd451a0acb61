// Volume, success and latency metrics of all accounts, by hour and by route. An hour that ended
// long ago is cached, since only late answers still change it.

import type { Session, Statement } from '../../../platform/db/database.ts';
import { environment } from '../../../platform/environment.ts';
import { createKeptHours, hourMs, keptMs } from './kept-hours.ts';

export interface HourMetrics {
  /** Its beginning, ms since 1970. */
  at: number;
  opened: number;
  succeeded: number;
  failed: number;
  canceled: number;
  /**
   * From opening to the first result, ms; of those that a provider decided. What a refund took
   * later does not count. Null without any.
   */
  p50Ms: number | null;
  p95Ms: number | null;
  /** In the same hour a week before. */
  openedWeekBefore: number;
}

export interface RouteMetrics {
  route: string;
  opened: number;
  succeeded: number;
  failed: number;
  p95Ms: number | null;
  /** The newest failure, in the provider's words or as a number of the catalogue of errors. */
  lastErrorAt: Date | null;
  /** Also null of `unknown_error`, which has no id. */
  lastErrorId: number | null;
  lastErrorMessage: string | null;
}

export interface VolumeReader {
  /** The last 24 hours up to now, oldest first. */
  byHour(): Promise<HourMetrics[]>;
  /** The metrics of the last 60 minutes. */
  byRoute(): Promise<RouteMetrics[]>;
}

const weekMs = 168 * hourMs;
const hoursShown = 24;

/** What we refused at the opening says nothing about a provider. */
const tried = `proof is distinct from 'refused_at_opening'`;
const failed = `state = 'FAILED' and ${tried}`;
// An operation's last change is its result, unless it was refunded or tried again: for those few
// the history tells.
const resultAt = `case
    when not coalesce(starts_with(proof, 'provider_'), false) or state = 'CANCELED' then null
    when attempts <= 1 and state in ('SUCCESS', 'FAILED') then updated_at
    else (select min(t.created_at) from operation_transition t
      where t.operation_id = o.id and t.account_id = o.account_id
        and t.to_state in ('SUCCESS', 'FAILED'))
  end`;
const opened = (when: string): string =>
  `(select state, proof, route, error_id, error_message, updated_at,
    (extract(epoch from ${resultAt} - created_at) * 1000)::double precision as took_ms
    from operation o where ${when}) as o`;
const counts = `count(*)::integer as opened,
  (count(*) filter (where state in ('SUCCESS', 'REFUNDING', 'REFUNDED')))::integer as succeeded,
  (count(*) filter (where ${failed}))::integer as failed`;
const percentile = (place: 1 | 2): string =>
  `(percentile_cont(array[0.5, 0.95]) within group (order by took_ms))[${place}]`;
const selectHour: Statement = {
  name: 'select_hour_figures',
  text: `select ${counts}, (count(*) filter (where state = 'CANCELED'))::integer as canceled,
    ${percentile(1)} as "p50Ms", ${percentile(2)} as "p95Ms"
    from ${opened('created_at >= $1 and created_at < $2')}`,
};
const selectOpened: Statement = {
  name: 'select_hour_opened',
  text: 'select count(*)::integer as opened from operation where created_at >= $1 and created_at < $2',
};
const selectRoutes: Statement = {
  name: 'select_route_figures',
  text: `select route, ${counts}, ${percentile(2)} as "p95Ms",
      (array_agg(updated_at order by updated_at desc) filter (where ${failed}))[1] as "lastErrorAt",
      (array_agg(error_id order by updated_at desc) filter (where ${failed}))[1] as "lastErrorId",
      (array_agg(error_message order by updated_at desc) filter (where ${failed}))[1]
        as "lastErrorMessage"
    from ${opened(`created_at >= jokko_now() - interval '1 hour'`)} group by route order by route`,
};

/**
 * How much was opened in the hour a week before `at`: it is over, so each is counted once and kept
 * while it is asked for.
 */
function createPastHours(session: Session): (at: number) => Promise<number> {
  const counts = new Map<number, number>();
  return async (at) => {
    const known = counts.get(at);
    if (known !== undefined) return known;
    for (const kept of counts.keys()) if (kept <= at - hoursShown * hourMs) counts.delete(kept);
    const begin = at - weekMs;
    const [row] = await session.query<{ opened: number }>(selectOpened, [
      new Date(begin),
      new Date(begin + hourMs),
    ]);
    counts.set(at, row!.opened);
    return row!.opened;
  };
}

/** `now` in ms on the database's clock. */
export function createVolumeReader(session: Session, now: () => number): VolumeReader {
  type Counted = Omit<HourMetrics, 'openedWeekBefore'>;
  const hour = createKeptHours(async (at): Promise<Counted> => {
    const [row] = await session.query<Omit<Counted, 'at'>>(selectHour, [
      new Date(at),
      new Date(at + hourMs),
    ]);
    return { at, ...row! };
  });
  const openedWeekBefore = createPastHours(session);
  let routes: { freshUntil: number; metrics: Promise<RouteMetrics[]> } | null = null;
  return {
    async byHour() {
      const present = Math.floor(now() / hourMs) * hourMs;
      const first = present - (hoursShown - 1) * hourMs;
      const metrics: HourMetrics[] = [];
      // One after the other: a page of an operator takes one connection, not 24.
      for (let at = first; at <= present; at += hourMs) {
        const counted = await hour(at, now());
        metrics.push({ ...counted, openedWeekBefore: await openedWeekBefore(at) });
      }
      return metrics;
    },
    byRoute() {
      if (routes !== null && routes.freshUntil > now()) return routes.metrics;
      const begun = environment.monotonic();
      const reading = { freshUntil: Infinity, metrics: session.query<RouteMetrics>(selectRoutes) };
      routes = reading;
      reading.metrics.then(
        () => (reading.freshUntil = now() + keptMs(begun)),
        () => (routes = null),
      );
      return reading.metrics;
    },
  };
}
