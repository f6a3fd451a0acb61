// Lets an operator view the portal as a developer. The operator's session views the account's
// portal for half an hour, and is read-only meanwhile.

import type { AuditAction } from '@jokko/contract/portal';
import { inTransaction } from '../../platform/db/transaction.ts';
import type { Session, Statement } from '../../platform/db/database.ts';
import { recordAudit } from '../../platform/audit/index.ts';
import { type UsersDeps } from './sign-in.ts';
import { actorOf, type LiveSession, type Visit } from '../../platform/http/portal/caller.ts';
import { refuse, type Refused } from '../../platform/http/portal/refused.ts';

const viewMinutes = 30;

const beginView: Statement = {
  name: 'begin_view_of_account',
  text: `update portal_session s set view_account_id = a.id,
    view_until = jokko_now() + $3 * interval '1 minute'
    from account a where a.id = $2 and s.id = $1 returning s.view_until as until`,
};
const endView: Statement = {
  name: 'end_view_of_account',
  text: 'update portal_session set view_account_id = null, view_until = null where id = $1',
};

/**
 * `reason`: for the audit log. Refused where the session is not an operator's own, or there is no
 * such account.
 */
export function beginViewAs(
  { database }: UsersDeps,
  live: LiveSession,
  { accountId, reason }: { accountId: number; reason: string },
  visit: Visit,
): Promise<{ ok: true; until: Date } | Refused> {
  return inTransaction(database, async (session): Promise<{ ok: true; until: Date } | Refused> => {
    if (live.membership?.side !== 'operator' || live.viewing !== null) return refuse('notAllowed');
    const [row] = await session.query<{ until: Date }>(beginView, [
      live.id,
      accountId,
      viewMinutes,
    ]);
    if (row === undefined) return refuse('notFound');
    const { until } = row;
    await note(session, live, visit, {
      action: 'developer.view',
      accountId,
      new: { reason, until: until.toISOString() },
    });
    return { ok: true, until };
  });
}

/** Before its time is over. */
export function endViewAs(
  { database }: UsersDeps,
  live: LiveSession,
  visit: Visit,
): Promise<{ ok: true }> {
  return inTransaction(database, async (session): Promise<{ ok: true }> => {
    await session.query(endView, [live.id]);
    if (live.viewing !== null)
      await note(session, live, visit, {
        action: 'developer.view-end',
        accountId: live.viewing.accountId,
      });
    return { ok: true };
  });
}

function note(
  session: Session,
  live: LiveSession,
  visit: Visit,
  entry: { action: AuditAction; accountId: number; new?: Record<string, string> },
): Promise<unknown> {
  return recordAudit(session, {
    who: actorOf(live.user, visit),
    subject: `person/${live.user.id}`,
    ...entry,
  });
}
