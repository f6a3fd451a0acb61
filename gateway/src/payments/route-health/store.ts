// The tables of health: what nodes have counted, the judgement in force, its changes, and the
// minutes of the last days.

import type { Session, Statement } from '../../platform/db/database.ts';
import type { Counted } from './counters.ts';
import { outcomes, type HealthLevel, type ReasonId, type SubjectKind } from './subject.ts';

/** How far back exchanges count. */
export const windowSeconds = 300;
/** Nothing of the window is read after this. */
const countsKept = '10 minutes';
/** For what is usual at an hour, and for simulations of a week. */
export const minutesDaysMax = 8;
const minutesKept = `${minutesDaysMax} days`;
/** The status page shows 90 days. */
const changesKept = '100 days';
/** Receivers are as many as merchants: no statement takes more than some milliseconds. */
export const subjectsAtOnce = 100;
const rowsAtOnce = 500;

const countColumns = outcomes.join(', ');
const insertCounts = (table: string, at: string): string => `
    insert into ${table} (at, kind, name, ${countColumns}, call_ms, result_ms)
    select ${at}, kind, name, ${countColumns}, call_ms, result_ms
    from json_to_recordset($1::json) as r(kind text, name text,
      ${outcomes.map((outcome) => `${outcome} integer`).join(', ')}, call_ms integer[],
        result_ms integer[])`;
const insertWindow: Statement = {
  name: 'insert_health_counts',
  text: insertCounts('health_count', 'jokko_now()'),
};
const insertMinutes: Statement = {
  name: 'insert_health_minutes',
  text: insertCounts('health_minute', `date_trunc('minute', jokko_now())`),
};

const rowsOf = (counted: readonly Counted[]): string =>
  JSON.stringify(
    counted.map(({ kind, name, counts, callMs, resultMs }) => ({
      kind,
      name,
      ...counts,
      call_ms: callMs,
      result_ms: resultMs,
    })),
  );

/** Writes the counts of `subjectsAtOnce` at most. */
export const writeCounts = (session: Session, counted: readonly Counted[]): Promise<unknown> =>
  session.query(insertWindow, [rowsOf(counted)]);
/** Writes the minutes of `subjectsAtOnce` at most. */
export const writeMinutes = (session: Session, counted: readonly Counted[]): Promise<unknown> =>
  session.query(insertMinutes, [rowsOf(counted)]);

export type CountedRow = Counted & { at: Date };

type StoredRow = Omit<CountedRow, 'counts'> & CountedRow['counts'];

const countedColumns = `kind, name, ${countColumns}, call_ms as "callMs", result_ms as "resultMs"`;
const toCounted = (row: StoredRow): CountedRow => ({
  kind: row.kind,
  name: row.name,
  at: row.at,
  counts: {
    succeeded: row.succeeded,
    accepted: row.accepted,
    refused: row.refused,
    faulted: row.faulted,
    unknown: row.unknown,
    unsent: row.unsent,
  },
  callMs: row.callMs,
  resultMs: row.resultMs,
});

const selectWindow: Statement = {
  name: 'select_health_counts',
  text: `select at, at::text as "exactAt", ${countedColumns} from health_count
    where at > jokko_now() - interval '${windowSeconds} seconds'
      and (at, kind, name) < ($1::timestamptz, $2::text, $3::text)
    order by at desc, kind desc, name desc limit ${rowsAtOnce}`,
};

/** What all nodes have counted in the last five minutes, the newest first. */
export async function readWindow(session: Session): Promise<CountedRow[]> {
  const rows: CountedRow[] = [];
  let place: readonly string[] = ['infinity', '', ''];
  for (;;) {
    const part = await session.query<StoredRow & { exactAt: string }>(selectWindow, place);
    rows.push(...part.map(toCounted));
    const last = part.at(-1);
    if (last === undefined || part.length < rowsAtOnce) return rows;
    place = [last.exactAt, last.kind, last.name];
  }
}

const selectCounts: Statement = {
  name: 'select_health_counts_of',
  text: `select at, ${countedColumns} from health_count
    where at > jokko_now() - interval '${windowSeconds} seconds' and kind = $1 and name = $2
      order by at`,
};

/** The last five minutes of one subject, oldest first. */
export async function readCounts(
  session: Session,
  { kind, name }: { kind: SubjectKind; name: string },
): Promise<CountedRow[]> {
  return (await session.query<StoredRow>(selectCounts, [kind, name])).map(toCounted);
}

const selectDay: Statement = {
  name: 'select_health_day_of',
  text: `select at, ${countedColumns} from health_minute
    where at > jokko_now() - interval '1 day' and kind = $1 and name = $2 order by at`,
};

/** The minutes of the last day of one subject, oldest first; of a receiver none. */
export async function readDay(
  session: Session,
  { kind, name }: { kind: SubjectKind; name: string },
): Promise<CountedRow[]> {
  return (await session.query<StoredRow>(selectDay, [kind, name])).map(toCounted);
}

const selectMinutes: Statement = {
  name: 'select_health_minutes_of_routes',
  text: `select at, ${countedColumns} from health_minute
    where at > jokko_now() - $1::integer * interval '1 day' and kind = 'route'
      and name = any ($2::text[]) order by at`,
};

/** The minutes of the last days of some routes, oldest first; a minute has a row for each node. */
export async function readMinutes(
  session: Session,
  days: number,
  routes: readonly string[],
): Promise<CountedRow[]> {
  return (await session.query<StoredRow>(selectMinutes, [days, routes])).map(toCounted);
}

const usualDays = 7;
// The hour around the present time of day, on each of the last days.
const selectUsual: Statement = {
  name: 'select_usual_health',
  text: `
    select m.at, ${countedColumns}
    from generate_series(1, ${usualDays}) as day
    cross join lateral (
      select at, kind, name, ${countColumns}, call_ms, result_ms from health_minute
      where at >= jokko_now() - day * interval '1 day' - interval '30 minutes'
        and at < jokko_now() - day * interval '1 day' + interval '30 minutes'
        and kind <> 'receiver'
    ) m`,
};

/** The minutes of the same hour of the last seven days. */
export async function readUsual(session: Session): Promise<CountedRow[]> {
  return (await session.query<StoredRow>(selectUsual)).map(toCounted);
}

export interface FormerState {
  kind: SubjectKind;
  name: string;
  state: HealthLevel;
  /** ms; 0: nothing speaks for a better state. */
  betterForMs: number;
}

const selectFormer: Statement = {
  name: 'select_former_health',
  text: `
    select kind, name, state, coalesce(extract(epoch from jokko_now() - better_since) * 1000,
      0)::float8 as "betterForMs"
    from health_state where (kind, name) > ($1, $2) order by kind, name limit ${subjectsAtOnce}`,
};
const selectLastChanges: Statement = {
  name: 'select_last_changes_of_health',
  text: `
    select kind, name, state, 0::float8 as "betterForMs" from (
      select distinct on (kind, name) kind, name, state from health_change
        order by kind, name, id desc) c
    where state <> 'healthy'`,
};

/** Reads the states of all subjects. */
export async function readFormer(session: Session): Promise<FormerState[]> {
  const states: FormerState[] = [];
  for (let place: readonly string[] | null = ['', '']; place !== null;) {
    const part: FormerState[] = await session.query<FormerState>(selectFormer, place);
    states.push(...part);
    const last = part.at(-1);
    place = last === undefined || part.length < subjectsAtOnce ? null : [last.kind, last.name];
  }
  // What a crash of the database forgot, all at once, is known from the last change.
  return states.length > 0 ? states : session.query<FormerState>(selectLastChanges);
}

export interface NewState {
  kind: SubjectKind;
  name: string;
  state: HealthLevel;
  reasons: readonly ReasonId[];
  figures: object;
  /** The state would be better by the evidence alone. */
  isBetter: boolean;
}

/** From the best to the worst. */
const levels = `array['healthy', 'degraded', 'down']`;
const countColumnsOf = (figures: string): string =>
  outcomes.map((outcome) => `coalesce((${figures}->>'${outcome}')::integer, 0)`).join(' + ');

// The judgement and its changes in one statement, so that neither is without the other.
const storeStates: Statement = {
  name: 'store_health_states',
  text: `
    with given as (
      select * from json_to_recordset($1::json) as r(kind text, name text, state text,
        reasons text[], figures json, better boolean)
    ), changed as (
      insert into health_change (kind, name, from_state, state, reasons, figures, at)
      select g.kind, g.name, coalesce(b.state, 'healthy'), g.state, g.reasons, g.figures,
        jokko_now()
      from given g left join lateral (
        select c.state from health_change c where c.kind = g.kind and c.name = g.name
          order by c.id desc limit 1) b on true
      where g.state <> coalesce(b.state, 'healthy')
      returning kind, name
    ), days as (
      insert into health_day as known (name, day, state)
      select name, (jokko_now() at time zone 'UTC')::date, state from given
      where kind = 'route' and (state <> 'healthy' or ${countColumnsOf('figures')} > 0)
      on conflict (name, day) do update set state = excluded.state
      where array_position(${levels}, excluded.state) > array_position(${levels}, known.state)
    )
    insert into health_state as known (kind, name, state, since, reasons, figures, better_since,
      read_at)
    select kind, name, state, jokko_now(), reasons, figures, case when better then jokko_now() end,
      jokko_now() from given
    on conflict (kind, name) do update set state = excluded.state, reasons = excluded.reasons,
      figures = excluded.figures,
      since = case when known.state = excluded.state then known.since else excluded.since end,
      better_since = case when excluded.better_since is null then null
        when known.state = excluded.state then coalesce(known.better_since, excluded.better_since)
          end,
      read_at = excluded.read_at
    -- A thousand receivers stand as they stood: they are written once an hour, so that they are not
    -- forgotten.
    where known.read_at < excluded.read_at - interval '1 hour'
      or (known.state, known.reasons, known.figures::text, known.better_since is null)
        is distinct from (excluded.state, excluded.reasons, excluded.figures::text,
          excluded.better_since is null)`,
};

/** Subjects that are known, judged anew; `subjectsAtOnce` at most. */
export const writeStates = (session: Session, states: readonly NewState[]): Promise<unknown> =>
  session.query(storeStates, [
    JSON.stringify(states.map(({ isBetter, ...state }) => ({ ...state, better: isBetter }))),
  ]);

const takeRound: Statement = {
  name: 'take_health_round',
  text: `update health_round set judged_at = now()
    where judged_at < now() - $1 * interval '1 millisecond' returning judged_at`,
};

/** Whether this node judges now: one does, however many there are. */
export const takesRound = async (session: Session, everyMs: number): Promise<boolean> =>
  (await session.query(takeRound, [everyMs])).length > 0;

const purge: Statement = {
  name: 'purge_health',
  text: `
    with counts as (delete from health_count where at < jokko_now() - interval '${countsKept}'),
      minutes as (delete from health_minute where at < jokko_now() - interval '${minutesKept}'),
      changes as (delete from health_change where at < jokko_now() - interval '${changesKept}'),
      days as (delete from health_day where day < (jokko_now() - interval '${changesKept}')::date)
    delete from health_state where read_at < jokko_now() - interval '1 day'`,
};

export const purgeHealth = (session: Session): Promise<unknown> => session.query(purge);
