// Changes the payout limit of a key. One user may lower it; a change that lets more go without
// approval needs another user of the account.

import { decimalsKept, parseAmount, toDecimalString } from '@jokko/contract';
import type { Session } from '../../platform/db/database.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import { recordAudit, type Who } from '../../platform/audit/index.ts';
import { keyIdText, setPayoutLimit } from '../../payments/accounts/index.ts';
import {
  askIn,
  changeOf,
  type ApprovalPreview,
  type ApprovalRequestDeps,
  type ApprovalRequestKind,
  type ApprovedApprovalRequest,
  type Decider,
  type NewApprovalRequest,
  type Outcome,
} from '../approvals/index.ts';
import { findLimitedKey, type LimitedKey } from './key-limit.ts';

export const payoutLimitApprovalRequest = 'payout-limit';

/** What is asked for; amounts in units. `inForce` is what counted when it was asked for. */
export interface PayoutLimitApprovalRequest {
  key: number;
  /** `jk_test_7`, and the name of the key. */
  keyId: string;
  name: string;
  limit: string;
  inForce: string;
}

/** `approvalRequestId` null: it counts already. */
export type PayoutLimitChanged =
  { ok: true; approvalRequestId: number | null } | { ok: false; refusal: 'notFound' };

/** @param limit in ten-thousandths. */
export function changePayoutLimit(
  { database, kinds }: ApprovalRequestDeps,
  asker: Decider & { accountId: number },
  { key, limit, reason }: { key: number; limit: bigint; reason: string },
): Promise<PayoutLimitChanged> {
  const { accountId } = asker;
  return inTransaction(database, async (session): Promise<PayoutLimitChanged> => {
    const found = await findLimitedKey(session, { accountId, key, lock: true });
    if (found === null) return { ok: false, refusal: 'notFound' };
    if (limit <= found.limit) {
      await set(session, asker.who, accountId, found, limit);
      return { ok: true, approvalRequestId: null };
    }
    const parameters: PayoutLimitApprovalRequest = {
      key,
      keyId: keyIdText(found.mode, key),
      name: found.name,
      limit: toDecimalString(limit),
      inForce: toDecimalString(found.limit),
    };
    const approvalRequest: NewApprovalRequest = {
      kind: payoutLimitApprovalRequest,
      accountId,
      parameters,
      reason,
      askedBy: asker.userId,
    };
    return { ok: true, approvalRequestId: await askIn(session, kinds, asker.who, approvalRequest) };
  });
}

async function set(
  session: Session,
  who: Who,
  accountId: number,
  { id, mode, limit: before }: LimitedKey,
  limit: bigint,
): Promise<void> {
  await setPayoutLimit(session, id, limit);
  await recordAudit(session, {
    who,
    action: 'key.payout-limit',
    accountId,
    subject: `key/${keyIdText(mode, id)}`,
    old: { limit: toDecimalString(before) },
    new: { limit: toDecimalString(limit) },
  });
}

const amountOf = (text: string): bigint => parseAmount(text, decimalsKept)!;

/** Only while what counts is what both users saw. */
async function agree(
  session: Session,
  { accountId, parameters }: ApprovedApprovalRequest,
): Promise<Outcome> {
  const { key, limit, inForce } = parameters as PayoutLimitApprovalRequest;
  const found = await findLimitedKey(session, { accountId: accountId!, key, lock: true });
  if (found === null) return { done: false, result: { refusal: 'key ended' } };
  if (found.limit !== amountOf(inForce))
    return { done: false, result: { refusal: 'limit changed' } };
  await set(session, { kind: 'system' }, accountId!, found, amountOf(limit));
  return { done: true, result: {} };
}

async function preview(
  session: Session,
  { accountId, parameters }: Pick<ApprovedApprovalRequest, 'accountId' | 'parameters'>,
): Promise<ApprovalPreview> {
  const { key, keyId, limit, inForce } = parameters as PayoutLimitApprovalRequest;
  const found = await findLimitedKey(session, { accountId: accountId!, key, lock: false });
  if (found === null) return { lines: [], refusal: 'key ended' };
  const changed = found.limit !== amountOf(inForce);
  const line = changeOf('payoutLimit', {
    name: keyId,
    asked: changed ? { word: inForce } : null,
    before: { word: toDecimalString(found.limit) },
    after: { word: limit },
  });
  return { lines: [line], refusal: changed ? 'limit changed' : null };
}

export const payoutLimitApprovalRequestKind: ApprovalRequestKind = {
  check: () => null,
  within: agree,
  preview,
};
