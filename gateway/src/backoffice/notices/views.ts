// Lists when an operator has looked at a developer's portal, for the account's home: who, when,
// why.

import type { Session, Statement } from '../../platform/db/database.ts';

const viewsDays = 30;
const listed = 20;

// The condition on the action is one of the index audit_entry_notice.
const list: Statement = {
  name: 'list_views_of_account',
  text: `select e.at, by.name, e.body::jsonb #>> '{new,reason}' as reason,
    e.body::jsonb #>> '{new,until}' as until,
      (select m.role from membership m where m.user_id = e.user_id and m.side = 'operator'
        order by m.id desc limit 1) as role
    from audit_entry e left join portal_user by on by.id = e.user_id
    where coalesce(e.account_id, 0) = $1 and e.action = 'developer.view'
      and e.at::timestamptz > jokko_now() - interval '${viewsDays} days'
    order by e.number desc limit ${listed}`,
};

export interface View {
  at: Date;
  /** When it ended at the latest. */
  until: Date;
  name: string;
  role: string;
  reason: string;
}

/** The views of the last 30 days, newest first. */
export async function listViews(session: Session, accountId: number): Promise<View[]> {
  const rows = await session.query<{
    at: string;
    until: string;
    name: string | null;
    role: string | null;
    reason: string;
  }>(list, [accountId]);
  return rows.map(({ at, until, name, role, reason }) => ({
    at: new Date(at),
    until: new Date(until),
    name: name ?? '',
    role: role ?? 'viewer',
    reason,
  }));
}
