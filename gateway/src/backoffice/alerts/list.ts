// Lists alerts, the newest first, and notes who looks after one.

import type { Database, Session, Statement } from '../../platform/db/database.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import { recordAudit, type Who } from '../../platform/audit/index.ts';
import type { OpenAlert } from './store.ts';

const select: Statement = {
  name: 'list_alerts',
  text: `select a.id, a.rule, a.subject, a.severity, a.value, a.threshold,
    a.raised_at as "raisedAt", a.times, a.told_at as "toldAt", a.escalated_at as "escalatedAt",
      a.acknowledged_at as "acknowledgedAt", u.name as "acknowledgedBy",
        a.resolved_at as "resolvedAt"
    from alert a left join portal_user u on u.id = a.acknowledged_by
    where ($1::integer is null or a.id < $1) and ($2::text is null
      or (a.resolved_at is null) = ($2 = 'open')) and ($3::text is null or a.rule = $3)
    order by a.id desc limit $4`,
};
const countOpenStatement: Statement = {
  name: 'count_open_alerts',
  text: `select rule, severity, count(*)::integer as count from alert where resolved_at is null
    group by rule, severity order by rule`,
};
const acknowledgeOne: Statement = {
  name: 'acknowledge_alert',
  text: `update alert set acknowledged_at = jokko_now(), acknowledged_by = $2 where id = $1
    and resolved_at is null and acknowledged_at is null
    returning rule, subject`,
};
const exists: Statement = { name: 'select_alert', text: 'select from alert where id = $1' };

export interface ListedAlert extends OpenAlert {
  times: number;
  acknowledgedBy: string | null;
}

export interface AlertFilter {
  state?: 'open' | 'resolved' | undefined;
  rule?: string | undefined;
  after?: number | undefined;
}

export const listAlerts = (
  session: Session,
  { state, rule, after }: AlertFilter,
  max: number,
): Promise<ListedAlert[]> =>
  session.query<ListedAlert>(select, [after ?? null, state ?? null, rule ?? null, max]);

export const countOpen = (
  session: Session,
): Promise<{ rule: string; severity: string; count: number }[]> =>
  session.query(countOpenStatement);

/** `over`: it has ended, or somebody else looks after it. */
export function acknowledge(
  database: Database,
  who: Who,
  { id, userId }: { id: number; userId: number },
): Promise<'done' | 'over' | 'unknown'> {
  return inTransaction(database, async (session) => {
    const [alert] = await session.query<{ rule: string; subject: string }>(acknowledgeOne, [
      id,
      userId,
    ]);
    if (alert === undefined)
      return (await session.query(exists, [id])).length > 0 ? 'over' : 'unknown';
    await recordAudit(session, {
      who,
      action: 'alert.acknowledge',
      subject: `alert/${id}`,
      new: alert,
    });
    return 'done';
  });
}
