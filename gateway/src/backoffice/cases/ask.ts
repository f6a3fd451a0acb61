// Requests a decision about a case. The user's statement is checked against what is known now and
// stored as an approval request that another user must approve. Used by the portal and the command
// line alike.

import { toDecimalString } from '@jokko/contract';
import { inTransaction } from '../../platform/db/transaction.ts';
import { askIn, type Decider, type ApprovalRequestDeps } from '../approvals/index.ts';
import { lockAccountIn } from '../../payments/ledger/index.ts';
import type { LiableParty } from './bookings.ts';
import { closeRefusal, type CloseParameters, type CloseRefusal } from './close.ts';
import { findWaitingApprovalRequest, readCorrected, type OperationKey } from './case.ts';
import {
  evidenceOfAbsence,
  readStanding,
  type EvidenceOfAbsence,
  type ResolveParameters,
} from './resolve.ts';

export type Asked =
  | { ok: true; approvalRequestId: number }
  | {
      ok: false;
      refusal:
        'notFound' | 'settled' | 'waiting' | 'referenceMissing' | 'evidenceMissing' | CloseRefusal;
    };

export interface ResolveOrder extends OperationKey {
  outcome: 'executed' | 'not_executed';
  reference: string | null;
  evidence: EvidenceOfAbsence | null;
  reason: string;
}

/**
 * Requests that an unknown outcome be resolved as executed or not. `waiting`: there is already a
 * request.
 */
export async function askToResolve(
  deps: ApprovalRequestDeps,
  { who, userId }: Decider,
  order: ResolveOrder,
): Promise<Asked> {
  const standing = await readStanding(deps.database, order);
  if (standing === null) return { ok: false, refusal: 'notFound' };
  const { operation, undecided } = standing;
  if (undecided === null) return { ok: false, refusal: 'settled' };
  const executed = order.outcome === 'executed';
  if (executed && order.reference === null) return { ok: false, refusal: 'referenceMissing' };
  if (!executed && (order.evidence === null || !evidenceOfAbsence.includes(order.evidence)))
    return { ok: false, refusal: 'evidenceMissing' };
  const parameters: ResolveParameters = {
    transactionId: order.id,
    attempt: undecided.number,
    sentAt: undecided.sentAt.toISOString(),
    outcome: order.outcome,
    reference: executed ? order.reference : null,
    evidence: executed ? 'provider_reference' : order.evidence!,
    amount: toDecimalString(operation.terms.amount),
    currency: operation.terms.currency,
  };
  return ask(deps, { who, userId }, order, { kind: 'resolve', parameters });
}

export interface CloseOrder extends OperationKey {
  caseId: string;
  how: 'booked' | 'explained';
  liableParty: LiableParty | null;
  reason: string;
}

/** Asks that a case be booked or explained. */
export async function askToClose(
  deps: ApprovalRequestDeps,
  decider: Decider,
  order: CloseOrder,
): Promise<Asked> {
  const [standing, corrected] = await Promise.all([
    readStanding(deps.database, order),
    readCorrected(deps.database, order),
  ]);
  const open = standing?.cases.find(({ id, closedAt }) => id === order.caseId && closedAt === null);
  if (standing === null || open === undefined) return { ok: false, refusal: 'notFound' };
  const refusal = closeRefusal(open, standing.operation, corrected, order.how);
  if (refusal !== null) return { ok: false, refusal };
  const { amount, currency } = standing.operation.terms;
  const parameters: CloseParameters = {
    transactionId: order.id,
    caseId: order.caseId,
    how: order.how,
    liableParty: order.how === 'booked' ? (order.liableParty ?? 'suspense') : null,
    amount: toDecimalString(amount),
    currency,
  };
  return ask(deps, decider, order, { kind: 'close-case', parameters });
}

async function ask(
  deps: ApprovalRequestDeps,
  { who, userId }: Decider,
  { accountId, id, reason }: OperationKey & { reason: string },
  { kind, parameters }: { kind: 'resolve' | 'close-case'; parameters: object },
): Promise<Asked> {
  return inTransaction(deps.database, async (session) => {
    // Serialises concurrent requests: the others see the first one's approval request.
    await lockAccountIn(session, accountId);
    if ((await findWaitingApprovalRequest(session, { accountId, id })) !== null)
      return { ok: false, refusal: 'waiting' };
    return {
      ok: true,
      approvalRequestId: await askIn(session, deps.kinds, who, {
        kind,
        accountId,
        parameters,
        reason,
        askedBy: userId,
      }),
    };
  });
}
