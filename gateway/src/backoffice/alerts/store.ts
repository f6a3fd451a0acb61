// Stores alerts: raised while something is found wrong, resolved once it is not any more. What
// comes back shortly after its end is the same alert, once more.

import type { Session, Statement } from '../../platform/db/database.ts';
import type { Finding } from './find.ts';
import type { AlertRule, Severity } from './settings.ts';

/** Some rounds; what was not found for so long has ended. */
const clearSeconds = 30;
const reopenMinutes = 30;
const watchSeconds = 8;

const takeTurnStatement: Statement = {
  name: 'take_turn_of_alerts',
  text: `update alert_watch set checked_at = now()
    where one and one in (select one from alert_watch where checked_at <
      now() - interval '${watchSeconds} seconds' for update skip locked) returning 1`,
};
const lockWatch: Statement = {
  name: 'lock_alert_watch',
  text: 'select told_at as "toldAt", jokko_now() as now from alert_watch for update',
};
const given = `select * from json_to_recordset($1::json) as g(rule text, subject text,
  severity text, value float8, threshold float8)`;
const reopen: Statement = {
  name: 'reopen_alerts',
  text: `update alert a set resolved_at = null, seen_at = jokko_now(), times = times + 1,
    end_told = false, told_at = case when a.end_told then null else told_at end,
      acknowledged_at = case when a.end_told then null else acknowledged_at end, escalated_at = case
        when a.end_told then null else escalated_at end
    from (${given}) g
    where a.id = (select max(l.id) from alert l where l.rule = g.rule and l.subject = g.subject)
      and a.resolved_at > jokko_now() - interval '${reopenMinutes} minutes'`,
};
// The watch is locked, so nobody raises one in between. An insert that meets an open one would use
// up a number each round.
const raise: Statement = {
  name: 'raise_alerts',
  text: `
    with seen as (
      update alert a set seen_at = jokko_now(), value = g.value, threshold = g.threshold,
        severity = g.severity from (${given}) g
      where a.rule = g.rule and a.subject = g.subject and a.resolved_at is null
      returning a.rule, a.subject
    )
    insert into alert (rule, subject, severity, value, threshold)
    select g.rule, g.subject, g.severity, g.value, g.threshold from (${given}) g
    where not exists (select from seen where seen.rule = g.rule and seen.subject = g.subject)`,
};
const resolve: Statement = {
  name: 'resolve_alerts',
  text: `update alert a set resolved_at = jokko_now(), end_told = told_at is null
    where resolved_at is null and rule = any($2)
      and seen_at < jokko_now() - interval '${clearSeconds} seconds'
      and not exists (select from (${given}) g where g.rule = a.rule and g.subject = a.subject)`,
};

/** Whether this node looks now: of all nodes one does. */
export async function takeTurn(session: Session): Promise<boolean> {
  return (await session.query(takeTurnStatement)).length > 0;
}

/**
 * Brings the alerts up to date, in the caller's transaction, which then tells of them. Answers the
 * database's time, and when people were last told.
 */
export async function updateAlerts(
  session: Session,
  rules: readonly AlertRule[],
  findings: readonly Finding[],
): Promise<{ now: Date; toldAt: Date | null }> {
  const [watch] = await session.query<{ now: Date; toldAt: Date | number }>(lockWatch);
  const list = JSON.stringify(findings);
  await session.query(reopen, [list]);
  await session.query(raise, [list]);
  await session.query(resolve, [list, rules]);
  const { now, toldAt } = watch!;
  return { now, toldAt: toldAt instanceof Date ? toldAt : null };
}

export interface OpenAlert {
  id: number;
  rule: AlertRule;
  subject: string;
  severity: Severity;
  value: number | null;
  threshold: number | null;
  raisedAt: Date;
  toldAt: Date | null;
  escalatedAt: Date | null;
  acknowledgedAt: Date | null;
  resolvedAt: Date | null;
}

const columns = `id, rule, subject, severity, value, threshold, raised_at as "raisedAt", told_at as "toldAt", escalated_at as "escalatedAt", acknowledged_at as "acknowledgedAt",
  resolved_at as "resolvedAt"`;
const selectConcerned: Statement = {
  name: 'select_alerts_to_tell',
  text: `select ${columns} from alert where resolved_at is null or not end_told order by id`,
};
const noteTold: Statement = {
  name: 'note_alerts_told',
  text: 'with told as (update alert_watch set told_at = jokko_now()) update alert set told_at = jokko_now() where id = any($1)',
};
const noteEscalated: Statement = {
  name: 'note_alerts_escalated',
  text: 'update alert set escalated_at = jokko_now() where id = any($1)',
};
const noteEndTold: Statement = {
  name: 'note_end_of_alerts_told',
  text: 'update alert set end_told = true where id = any($1)',
};

/** All that are open, and those whose end has not been told. */
export const listConcerned = (session: Session): Promise<OpenAlert[]> =>
  session.query<OpenAlert>(selectConcerned);

type Ids = readonly Pick<OpenAlert, 'id'>[];

async function note(session: Session, statement: Statement, alerts: Ids): Promise<void> {
  if (alerts.length > 0) await session.query(statement, [alerts.map(({ id }) => id)]);
}

export const noteAlertsTold = (session: Session, alerts: Ids): Promise<void> =>
  note(session, noteTold, alerts);
export const noteAlertsEscalated = (session: Session, alerts: Ids): Promise<void> =>
  note(session, noteEscalated, alerts);
export const noteEndsTold = (session: Session, alerts: Ids): Promise<void> =>
  note(session, noteEndTold, alerts);
