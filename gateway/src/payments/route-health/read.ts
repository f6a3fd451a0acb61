// Reads how routes, carrier connections and receivers are, as the last round judged them, and how
// that has changed.

import type { Session, Statement } from '../../platform/db/database.ts';
import type { HealthFigures, HealthLevel, HealthOf, ReasonId, SubjectKind } from './subject.ts';

interface StateRow {
  kind: SubjectKind;
  name: string;
  state: HealthLevel;
  since: Date;
  reasons: ReasonId[];
  figures: HealthFigures;
}

const columns = 'kind, name, state, since, reasons, figures';
const selectStates: Statement = {
  name: 'select_health_states',
  text: `select ${columns} from health_state order by kind, name`,
};
const selectRouteStates: Statement = {
  name: 'select_health_states_of_routes',
  text: `select ${columns} from health_state where kind = 'route' order by name`,
};

const toHealth = ({ kind, name, ...row }: StateRow): HealthOf => ({
  subject: { kind, name },
  ...row,
});

/** Everything that has been judged within the last day. */
export async function readHealth(session: Session): Promise<HealthOf[]> {
  return (await session.query<StateRow>(selectStates)).map(toHealth);
}

/** The same of routes alone, for whoever asks often: receivers are as many as merchants. */
export async function readRouteHealth(session: Session): Promise<HealthOf[]> {
  return (await session.query<StateRow>(selectRouteStates)).map(toHealth);
}

/** One row of `health_change`. */
export interface HealthChange {
  id: bigint;
  kind: SubjectKind;
  name: string;
  from: HealthLevel;
  state: HealthLevel;
  reasons: ReasonId[];
  at: Date;
}

const changeColumns = 'id, kind, name, from_state as "from", state, reasons, at';
const selectNewestChanges: Statement = {
  name: 'select_newest_health_changes',
  text: `select ${changeColumns} from health_change order by id desc limit $1`,
};

/** The newest first. */
export const newestHealthChanges = (session: Session, max: number): Promise<HealthChange[]> =>
  session.query<HealthChange>(selectNewestChanges, [max]);

export interface RouteDay {
  route: string;
  /** Days before today (UTC). */
  daysAgo: number;
  /** The worst of the day. */
  state: HealthLevel;
}

const selectDays: Statement = {
  name: 'select_health_days',
  text: `select name as route, (jokko_now() at time zone 'UTC')::date - day as "daysAgo", state
    from health_day
    where day > (jokko_now() at time zone 'UTC')::date - $1::integer`,
};

/** The last days of each route, today included; days of which nothing is known have no row. */
export const readRouteDays = (session: Session, days: number): Promise<RouteDay[]> =>
  session.query<RouteDay>(selectDays, [days]);
