// Kinds of approval requests about settlements and floats that two operator users must agree on,
// and their execution.

import { decimalsKept, parseAmount } from '@jokko/contract';
import type { Session } from '../../platform/db/database.ts';
import type { ApprovedApprovalRequest, Outcome, ApprovalRequestKinds } from '../approvals/index.ts';
import { recordBankMovementIn } from '../bank-accounts/index.ts';
import { moveFloatIn } from '../../payments/ledger/index.ts';
import { approveSettlementIn, returnSettlementIn, type SettlementDecided } from './decide.ts';
import type { FloatApprovalRequest, SettlementApprovalRequest } from './approval-parameters.ts';
import { isDay } from './day.ts';
import { previewFloatMove, previewSettlement } from './preview.ts';

/**
 * `settle` approves a settlement, `settle-return` says that the bank has not paid it or sent it
 * back, `float` moves our own money.
 */
export const settlementApprovalRequestKinds = {
  settle: {
    check: checkSettlement,
    within: (session, approvalRequest) => settle(session, approvalRequest),
    preview: (database, approvalRequest) => previewSettlement(database, approvalRequest, 'approve'),
  },
  'settle-return': {
    check: checkSettlement,
    within: (session, approvalRequest) => sendBack(session, approvalRequest),
    preview: (database, approvalRequest) => previewSettlement(database, approvalRequest, 'return'),
  },
  float: {
    check: checkFloat,
    within: (session, approvalRequest) => moveFloat(session, approvalRequest),
    preview: previewFloatMove,
  },
} satisfies ApprovalRequestKinds;

function checkSettlement(parameters: unknown): string | null {
  const { settlementId } = parameters as Partial<SettlementApprovalRequest>;
  return Number.isSafeInteger(settlementId)
    ? null
    : 'settlementId must be the number of a settlement';
}

function checkFloat(parameters: unknown): string | null {
  const { route, currency, amount, reference, valueDate } =
    parameters as Partial<FloatApprovalRequest>;
  if (typeof route !== 'string' || route === '') return 'route must be the name of a route';
  if (typeof currency !== 'string' || currency.length !== 3)
    return 'currency must be a code of three letters';
  if ((parseAmount(amount, decimalsKept) ?? 0n) === 0n)
    return 'amount must be an amount other than zero';
  if (typeof reference !== 'string' || reference === '') return 'reference must be the bank’s';
  return typeof valueDate === 'string' && isDay(valueDate) ? null : 'valueDate must be a day';
}

const outcomeOf = (decided: SettlementDecided): Outcome =>
  decided.ok ? { done: true, result: {} } : { done: false, result: { refusal: decided.refusal } };

async function settle(
  session: Session,
  { id: approvalRequestId, parameters, askedBy, decidedBy }: ApprovedApprovalRequest,
): Promise<Outcome> {
  const { settlementId: id } = parameters as SettlementApprovalRequest;
  return outcomeOf(
    await approveSettlementIn(session, { id, approvalRequestId, users: [askedBy, decidedBy] }),
  );
}

async function sendBack(
  session: Session,
  { parameters, reason }: ApprovedApprovalRequest,
): Promise<Outcome> {
  const { settlementId: id, state } = parameters as SettlementApprovalRequest;
  return outcomeOf(await returnSettlementIn(session, { id, reason, state }));
}

async function moveFloat(
  session: Session,
  { id: approvalRequestId, parameters }: ApprovedApprovalRequest,
): Promise<Outcome> {
  const { bankAccountId = null, ...move } = parameters as FloatApprovalRequest;
  const amount = parseAmount(move.amount, decimalsKept)!;
  const floatMoveId = await moveFloatIn(session, { ...move, approvalRequestId, amount });
  const { currency, reference, valueDate } = move;
  if (bankAccountId !== null)
    await recordBankMovementIn(session, {
      bankAccountId,
      booked: { floatMoveId },
      currency,
      amount: -amount,
      reference,
      valueDate,
    });
  return { done: true, result: {} };
}
