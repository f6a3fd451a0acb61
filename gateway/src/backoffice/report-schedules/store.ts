// Rows of scheduled reports. Days, weeks (from Monday) and months are those of the schedule's time
// zone, and a report leaves at the same hour of the first day after its period.

import type { RouteBody } from '@jokko/contract/portal';
import type { Session, Statement } from '../../platform/db/database.ts';

/** When people begin to work, and after the morning proof in most time zones. */
const reportHour = 7;
/** What is late by more is passed over, as other messages are. */
const usefulDays = 3;

export type GivenReport = RouteBody<'POST operator/report-schedules'>;

export interface ReportSchedule extends GivenReport {
  id: number;
  timeZone: string;
  key: string;
}

export interface DueReport extends ReportSchedule {
  /** The period that it is about. */
  from: Date;
  until: Date;
  /** Its first day in the schedule's time zone, and the last. */
  firstDay: string;
  lastDay: string;
  /** Nobody needs it any more. */
  late: boolean;
}

export interface ListedSchedule extends ReportSchedule {
  nextAt: Date;
  madeBy: string;
  sentAt: Date | null;
  problem: string | null;
}

const columns = `s.id, s.report, s.by, s.form, s.every, s.address, s.language, s.time_zone as "timeZone", s.key`;
const local = (moment: string): string => `(${moment} at time zone s.time_zone)`;
const begin = (moment: string): string => `date_trunc(s.every, ${local(moment)})`;
const step = `('1 ' || s.every)::interval`;
const at = (moment: string): string => `((${moment}) at time zone s.time_zone)`;
const hour = `interval '${reportHour} hours'`;
/** The first time after `moment`. */
const nextAfter = (moment: string): string =>
  `case when ${at(`${begin(moment)} + ${hour}`)} > ${moment} then ${at(`${begin(moment)} + ${hour}`)}
    else ${at(`${begin(moment)} + ${step} + ${hour}`)} end`;

const insert: Statement = {
  name: 'insert_report_schedule',
  text: `insert into report_schedule (report, by, form, every, address, language, time_zone, key,
    made_by, next_at)
    select s.report, s.by, s.form, s.every, s.address, s.language, s.time_zone, s.key, s.made_by,
      ${nextAfter('jokko_now()')}
    from (select $1::text as report, $2::text as by, $3::text as form, $4::text as every,
      $5::text as address, $6::text as language,
      $7::text as time_zone, $8::uuid as key, $9::integer as made_by) s
    returning id, next_at as "nextAt"`,
};
const lastDay = `(${begin('s.next_at')}::date - 1)`;
// The proof of the day is waited for: seven o'clock is hours before it east of Greenwich, and a
// node that was away proves a day later. Proofs are made in order, so that one of a later day means
// that this one never comes; nor does one before the first transfer.
const lease: Statement = {
  name: 'lock_due_report',
  text: `select ${columns}, ${at(`${begin('s.next_at')} - ${step}`)} as "from",
    ${at(begin('s.next_at'))} as until,
      (${begin('s.next_at')} - ${step})::date::text as "firstDay", ${lastDay}::text as "lastDay",
      s.next_at < jokko_now() - interval '${usefulDays} days' as late
    from report_schedule s where s.ended_at is null and s.next_at <= jokko_now()
      and (s.report <> 'morningProof' or s.next_at < jokko_now() - interval '${usefulDays} days'
        or exists (select from morning_proof p where p.day >= ${lastDay}
          and p.day < (jokko_now() at time zone 'UTC')::date)
        or not exists (select from transfer t where t.created_at < (${lastDay} + 1)::timestamp at
          time zone 'UTC'))
    order by s.next_at limit 1 for update skip locked`,
};
const moveOn: Statement = {
  name: 'move_report_schedule_on',
  text: `update report_schedule s set next_at = ${at(`${begin('s.next_at')} + ${step} + ${hour}`)}
    where id = $1`,
};
// What came of the last message: rows of the outbox are kept for 30 days.
const selectAll: Statement = {
  name: 'list_report_schedules',
  text: `select ${columns}, s.next_at as "nextAt", u.name as "madeBy", sent.ended_at as "sentAt",
      case when last.state = 'sent' then null else last.last_error end as problem
    from report_schedule s join portal_user u on u.id = s.made_by
      left join lateral (select n.state, n.last_error from notification n where n.kind = 'report'
        and (n.parameters ->> 'schedule') = s.id::text
        order by n.created_at desc limit 1) last on true
      left join lateral (select max(n.ended_at) as ended_at from notification n
        where n.kind = 'report' and n.state = 'sent'
        and (n.parameters ->> 'schedule') = s.id::text) sent on true
    where s.ended_at is null order by s.id desc`,
};
const countAll: Statement = {
  name: 'count_report_schedules',
  text: 'select count(*)::integer as count from report_schedule where ended_at is null',
};
const selectOne: Statement = {
  name: 'select_report_schedule',
  text: `select ${columns} from report_schedule s where s.id = $1 and s.ended_at is null`,
};
const endById: Statement = {
  name: 'end_report_schedule',
  text: `update report_schedule set ended_at = jokko_now() where id = $1 and ended_at is null
    returning id, report, address`,
};
const endByKey: Statement = {
  name: 'end_report_schedule_by_key',
  text: `update report_schedule set ended_at = jokko_now() where key = $1 and ended_at is null
    returning id, report, address`,
};

/** Counts those that have not ended. */
export async function countSchedules(session: Session): Promise<number> {
  return (await session.query<{ count: number }>(countAll))[0]!.count;
}

/** In the caller's transaction. */
export async function storeSchedule(
  session: Session,
  { report, by, form, every, address, language }: GivenReport,
  { timeZone, key, userId }: { timeZone: string; key: string; userId: number },
): Promise<{ id: number; nextAt: Date }> {
  const values = [report, by, form, every, address, language, timeZone, key, userId];
  return (await session.query<{ id: number; nextAt: Date }>(insert, values))[0]!;
}

export const listSchedules = (session: Session): Promise<ListedSchedule[]> =>
  session.query<ListedSchedule>(selectAll);

/** Null: it has ended. */
export async function findSchedule(session: Session, id: number): Promise<ReportSchedule | null> {
  return (await session.query<ReportSchedule>(selectOne, [id]))[0] ?? null;
}

/** In the caller's transaction, for which it is locked. Null: none is due, or others have them. */
export async function lockDue(session: Session): Promise<DueReport | null> {
  return (await session.query<DueReport>(lease))[0] ?? null;
}

export async function moveScheduleOn(session: Session, id: number): Promise<void> {
  await session.query(moveOn, [id]);
}

export interface EndedSchedule {
  id: number;
  report: string;
  address: string;
}

/** In the caller's transaction. Null: there is none any more. */
export async function endSchedule(
  session: Session,
  which: { id: number } | { key: string },
): Promise<EndedSchedule | null> {
  const rows =
    'id' in which
      ? await session.query<EndedSchedule>(endById, [which.id])
      : await session.query<EndedSchedule>(endByKey, [which.key]);
  return rows[0] ?? null;
}
