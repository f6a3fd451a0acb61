// Controls a batch while it is paid: pause it, resume it, stop it for good, or discard a draft.

import type { AuditAction } from '@jokko/contract/portal';
import type { Database, Session } from '../../platform/db/database.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import { recordAudit, type Who } from '../../platform/audit/index.ts';
import { withdrawIn } from '../approvals/index.ts';
import { closeIfEnded } from './close.ts';
import { payoutApprovalRequest, payoutApprovalRequestKind } from './submit.ts';
import {
  findBatch,
  lockAndFindBatch,
  moveLines,
  removeBatch,
  storeState,
  type Batch,
  type BatchState,
} from './store.ts';

export type Controlled = { ok: true } | { ok: false; refusal: 'notFound' | 'conflict' };
export interface BatchOf {
  batchId: number;
  accountId: number;
}

const going: readonly BatchState[] = ['running', 'waiting_for_funds'];

/** Nothing more goes out; what has gone out ends. */
export function pausePayouts(database: Database, who: Who, of: BatchOf): Promise<Controlled> {
  return change(database, who, of, 'payout.pause', async (session, batch) => {
    if (!going.includes(batch.state)) return false;
    await storeState(session, batch.id, 'paused');
    return true;
  });
}

export function resumePayouts(database: Database, who: Who, of: BatchOf): Promise<Controlled> {
  return change(database, who, of, 'payout.resume', async (session, batch) => {
    if (batch.state !== 'paused') return false;
    await storeState(session, batch.id, 'running');
    return true;
  });
}

/** Lines that have not begun are canceled; what has gone out ends. */
export function cancelPayouts(database: Database, who: Who, of: BatchOf): Promise<Controlled> {
  return change(database, who, of, 'payout.cancel', async (session, batch) => {
    if (!going.includes(batch.state) && batch.state !== 'paused') return false;
    await moveLines(session, batch.id, {
      name: 'canceled',
      from: 'waiting',
      to: 'canceled',
      numbers: null,
    });
    await storeState(session, batch.id, 'canceling');
    await closeIfEnded(session, batch.id);
    return true;
  });
}

/**
 * The same for a batch by API, which its maker can also withdraw before anybody has approved it.
 */
export async function cancelByApi(database: Database, who: Who, of: BatchOf): Promise<Controlled> {
  const batch = await findBatch(database, of.batchId);
  const isAskedByKey = batch?.state === 'awaiting_approval' && batch.submittedBy === null;
  const request = isAskedByKey ? batch.approvalRequestId : null;
  if (batch?.accountId !== of.accountId || request === null)
    return cancelPayouts(database, who, of);
  const kinds = { [payoutApprovalRequest]: payoutApprovalRequestKind };
  const isCanceled = await inTransaction(database, async (session) => {
    await withdrawIn(session, kinds, { who, userId: null }, request);
    return (await findBatch(session, of.batchId))?.state === 'canceled';
  });
  return isCanceled ? { ok: true } : cancelPayouts(database, who, of);
}

/** Removes a draft with its lines. */
export function discardPayouts(database: Database, who: Who, of: BatchOf): Promise<Controlled> {
  return change(database, who, of, 'payout.discard', async (session, batch) => {
    if (batch.state !== 'draft') return false;
    await removeBatch(session, batch.id);
    return true;
  });
}

function change(
  database: Database,
  who: Who,
  { batchId, accountId }: BatchOf,
  action: AuditAction,
  work: (session: Session, batch: Batch) => Promise<boolean>,
): Promise<Controlled> {
  return inTransaction(database, async (session): Promise<Controlled> => {
    const batch = await lockAndFindBatch(session, batchId);
    if (batch === null || batch.accountId !== accountId) return { ok: false, refusal: 'notFound' };
    if (!(await work(session, batch))) return { ok: false, refusal: 'conflict' };
    await recordAudit(session, {
      who,
      action,
      accountId,
      subject: `payout/${batchId}`,
      old: { state: batch.state, ...batch.counts },
    });
    return { ok: true };
  });
}
