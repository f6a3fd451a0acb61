// Changes the refund limit in the portal. One user may lower it; a change that lets one user
// refund more than before needs two users.

import { decimalsKept, parseAmount, toDecimalString } from '@jokko/contract';
import type { Session } from '../../platform/db/database.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import {
  askIn,
  changeOf,
  type ApprovalPreview,
  type ApprovedApprovalRequest,
  type Decider,
  type NewApprovalRequest,
  type Outcome,
  type ApprovalRequestDeps,
  type ApprovalRequestKinds,
} from '../approvals/index.ts';
import {
  limitInForce,
  lockRefundLimits,
  readRefundLimits,
  setRefundLimitIn,
  type RefundLimits,
} from './limit.ts';

export const refundLimitApprovalRequest = 'refund-limit';

/**
 * What is asked for; amounts in units, null: no limit, or for an account none of its own. `inForce`
 * is what counted when it was asked for.
 */
export interface RefundLimitApprovalRequest {
  limit: string | null;
  inForce: string;
}

export interface WantedLimit {
  /** Null: the installation's. */
  accountId: number | null;
  /** Ten-thousandths; null takes it away. */
  limit: bigint | null;
  /** Needed where another user must approve. */
  reason: string;
}
/** `approvalRequestId` null: it counts already. */
export type LimitChanged =
  | { ok: true; approvalRequestId: number | null }
  | { ok: false; refusal: 'not found' | 'no reason' };

export function changeRefundLimit(
  { database, kinds }: ApprovalRequestDeps,
  asker: Decider,
  wanted: WantedLimit,
): Promise<LimitChanged> {
  const { accountId, limit, reason } = wanted;
  return inTransaction(database, async (session): Promise<LimitChanged> => {
    const limits = await lockRefundLimits(session, accountId);
    if (limits === null) return { ok: false, refusal: 'not found' };
    const before = limitInForce(limits);
    if (before === null || !raises(before, afterwards(limits, accountId, limit))) {
      await setRefundLimitIn(session, asker.who, accountId, limit);
      return { ok: true, approvalRequestId: null };
    }
    if (reason === '') return { ok: false, refusal: 'no reason' };
    const parameters: RefundLimitApprovalRequest = {
      limit: limit === null ? null : toDecimalString(limit),
      inForce: toDecimalString(before),
    };
    const approvalRequest: NewApprovalRequest = {
      kind: refundLimitApprovalRequest,
      accountId,
      parameters,
      reason,
      askedBy: asker.userId,
    };
    return { ok: true, approvalRequestId: await askIn(session, kinds, asker.who, approvalRequest) };
  });
}

const afterwards = (
  { installation }: RefundLimits,
  accountId: number | null,
  limit: bigint | null,
): bigint | null => (accountId === null ? limit : limitInForce({ account: limit, installation }));

const raises = (before: bigint, after: bigint | null): boolean => after === null || after > before;

export const refundLimitKinds = {
  [refundLimitApprovalRequest]: { check: problemOf, within: agree, preview: previewLimit },
} satisfies ApprovalRequestKinds;

function problemOf(parameters: unknown): string | null {
  const { limit } = parameters as RefundLimitApprovalRequest;
  if (limit === null) return null;
  const amount = parseAmount(limit, decimalsKept);
  return amount === null || amount < 0n ? 'limit must be an amount or null' : null;
}

/** Only while what counts is what both users saw. */
async function agree(
  session: Session,
  { accountId, parameters }: ApprovedApprovalRequest,
): Promise<Outcome> {
  const { limit, inForce } = parameters as RefundLimitApprovalRequest;
  const limits = await lockRefundLimits(session, accountId);
  if (limits === null) return { done: false, result: { refusal: 'unknown account' } };
  if (limitInForce(limits) !== parseAmount(inForce, decimalsKept))
    return { done: false, result: { refusal: 'limit changed' } };
  await setRefundLimitIn(
    session,
    { kind: 'system' },
    accountId,
    limit === null ? null : parseAmount(limit, decimalsKept),
  );
  return { done: true, result: {} };
}

/** Limits count whatever the currency, so they are plain numbers. */
async function previewLimit(
  database: Session,
  { accountId, parameters }: Pick<ApprovedApprovalRequest, 'accountId' | 'parameters'>,
): Promise<ApprovalPreview> {
  const { limit, inForce } = parameters as RefundLimitApprovalRequest;
  const limits = await readRefundLimits(database, accountId);
  const wanted = limit === null ? null : parseAmount(limit, decimalsKept);
  const valueOf = (amount: bigint | null) => ({
    word: amount === null ? 'no_limit' : toDecimalString(amount),
  });
  const before = limitInForce(limits);
  const changed = before !== parseAmount(inForce, decimalsKept);
  const line = changeOf('refundLimit', {
    asked: changed ? { word: inForce } : null,
    before: valueOf(before),
    after: valueOf(afterwards(limits, accountId, wanted)),
  });
  return { lines: [line], refusal: changed ? 'limit changed' : null };
}
