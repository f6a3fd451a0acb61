// Who asked to cancel or refund a transaction, and who decided. Below the limit nobody has to
// approve: then the audit log alone knows who it was.

import type { ApprovalKind, RouteResult } from '@jokko/contract/portal';
import { listAudit } from '../../platform/audit/index.ts';
import type { Session } from '../../platform/db/database.ts';
import { listApprovalRequestsAbout } from '../approvals/index.ts';

export type Reversal = RouteResult<'GET transactions/:id'>['reversals'][number];

const directMax = 20;

/** The oldest first. A developer hears of the account's own users alone. */
export async function readReversals(
  session: Session,
  { accountId, id }: { accountId: number; id: string },
  sees: 'own users' | 'all users',
): Promise<Reversal[]> {
  const kinds: ApprovalKind[] =
    sees === 'all users' ? ['refund', 'account-refund'] : ['account-refund'];
  const [requests, direct] = await Promise.all([
    listApprovalRequestsAbout(session, kinds, { accountId, transactionId: id }),
    sees === 'all users' ? readDirect(session, accountId, id) : [],
  ]);
  const requested = requests.map((request) => ({
    requestId: request.id,
    state: request.state,
    askedBy: request.askedByName,
    askedAt: request.askedAt,
    reason: request.reason === '' ? null : request.reason,
    decidedBy: request.decidedByName,
    decidedAt: request.decidedAt,
    note: request.note,
  }));
  return [...requested, ...direct].toSorted(
    (one, other) => new Date(one.askedAt).getTime() - new Date(other.askedAt).getTime(),
  );
}

async function readDirect(session: Session, accountId: number, id: string): Promise<Reversal[]> {
  const entries = await listAudit(session, {
    accountId,
    subject: `transaction/${id}`,
    action: 'transaction.undo',
    limit: directMax,
  });
  return entries.map(({ at, who, new: said }) => ({
    requestId: null,
    state: 'done' as const,
    askedBy: who.email ?? who.kind,
    askedAt: new Date(at),
    reason: (said as { reason?: string } | null)?.reason ?? null,
    decidedBy: null,
    decidedAt: null,
    note: null,
  }));
}
