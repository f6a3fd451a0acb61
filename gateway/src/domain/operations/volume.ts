// How much goes through, how well and how fast? Figures of all accounts, by hour and by route. An hour that has long ended is remembered:
// only late answers still change it.

import type { Session, Statement } from '../../db/database.ts';

export interface HourFigures {
  /** Its beginning, ms since 1970. */
  at: number;
  opened: number;
  succeeded: number;
  failed: number;
  canceled: number;
  /** From opening to a result, ms; of those that a provider decided. Null without any. */
  p50Ms: number | null;
  p95Ms: number | null;
}

export interface RouteFigures {
  route: string;
  opened: number;
  succeeded: number;
  failed: number;
  p95Ms: number | null;
  /** The newest failure, in the provider's words or as a number of the catalogue of errors. */
  lastErrorAt: Date | null;
  lastErrorId: number | null;
  lastErrorMessage: string | null;
}

export interface VolumeReader {
  /** The last 24 hours up to now, oldest first. */
  byHour(): Promise<HourFigures[]>;
  /** Of the last 60 minutes. */
  byRoute(): Promise<RouteFigures[]>;
}

const hourMs = 3_600_000;
const hoursShown = 24;
const freshMs = 10_000;
const endedFreshMs = 600_000;
/** Within this time after its end most of what an hour opened has a result. */
const settlesMs = hourMs;

/** What we refused at the door says nothing about a provider. */
const tried = `proof is distinct from 'refused_at_opening'`;
const decided = `state in ('SUCCESS', 'FAILED') and ${tried}`;
const failed = `state = 'FAILED' and ${tried}`;
const tookMs = `(extract(epoch from updated_at - created_at) * 1000)::double precision`;
const counts = `count(*)::integer as opened,
  (count(*) filter (where state in ('SUCCESS', 'REFUNDING', 'REFUNDED')))::integer as succeeded,
  (count(*) filter (where ${failed}))::integer as failed`;
const percentile = (share: number): string => `percentile_cont(${share}) within group (order by ${tookMs}) filter (where ${decided})`;
const selectHour: Statement = {
  name: 'select_hour_figures',
  text: `select ${counts}, (count(*) filter (where state = 'CANCELED'))::integer as canceled, ${percentile(0.5)} as "p50Ms", ${percentile(0.95)} as "p95Ms"
    from operation where created_at >= $1 and created_at < $2`,
};
const selectRoutes: Statement = {
  name: 'select_route_figures',
  text: `select route, ${counts}, ${percentile(0.95)} as "p95Ms",
      (array_agg(updated_at order by updated_at desc) filter (where ${failed}))[1] as "lastErrorAt",
      (array_agg(error_id order by updated_at desc) filter (where ${failed}))[1] as "lastErrorId",
      (array_agg(error_message order by updated_at desc) filter (where ${failed}))[1] as "lastErrorMessage"
    from operation where created_at >= jokko_now() - interval '1 hour' group by route order by route`,
};

/** `now` in ms on the database's clock. */
export function createVolumeReader(session: Session, now: () => number): VolumeReader {
  const hours = new Map<number, { readAt: number; figures: HourFigures }>();
  let routes: { readAt: number; figures: Promise<RouteFigures[]> } | null = null;
  const hour = async (at: number): Promise<HourFigures> => {
    const known = hours.get(at);
    const keptMs = at + hourMs + settlesMs < now() ? endedFreshMs : freshMs;
    if (known !== undefined && known.readAt + keptMs > now()) return known.figures;
    const [row] = await session.query<Omit<HourFigures, 'at'>>(selectHour, [new Date(at), new Date(at + hourMs)]);
    const figures = { at, ...row! };
    hours.set(at, { readAt: now(), figures });
    return figures;
  };
  return {
    async byHour() {
      const present = Math.floor(now() / hourMs) * hourMs;
      const first = present - (hoursShown - 1) * hourMs;
      for (const at of hours.keys()) if (at < first) hours.delete(at);
      const figures: HourFigures[] = [];
      // One after the other: a page of an operator takes one connection, not 24.
      for (let at = first; at <= present; at += hourMs) figures.push(await hour(at));
      return figures;
    },
    byRoute() {
      if (routes === null || routes.readAt + freshMs < now()) {
        const figures = session.query<RouteFigures>(selectRoutes);
        routes = { readAt: now(), figures };
        figures.catch(() => (routes = null));
      }
      return routes.figures;
    },
  };
}
