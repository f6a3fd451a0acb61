// Registry of the kinds of approval requests, each with the domain function that executes it.

import { decimalsKept, parseAmount } from '@jokko/contract';
import {
  balanceLines,
  type ApprovalPreview,
  type ApprovedApprovalRequest,
  type DecidedApprovalRequest,
  type Outcome,
  type ApprovalRequestKinds,
} from '../../backoffice/approvals/index.ts';
import { recordBankMovementIn } from '../../backoffice/bank-accounts/index.ts';
import { closeCaseIn, previewClose, previewResolve } from '../../backoffice/cases/index.ts';
import type { OperatorDocument } from '../../platform/documents/index.ts';
import { publishApprovalRequestKind } from '../../backoffice/configuration/index.ts';
import {
  adjustAccountIn,
  adjustPosting,
  balanceMax,
  fundAccountIn,
  fundPosting,
  previewBalance,
  type Booked,
  type FundOrder,
  type Transfer,
} from '../../payments/ledger/index.ts';
import { priceOverrideKinds, pricePlanKinds } from '../../backoffice/pricing/index.ts';
import {
  payoutApprovalRequest,
  payoutApprovalRequestKind,
  payoutLimitApprovalRequest,
  payoutLimitApprovalRequestKind,
} from '../../backoffice/payouts/index.ts';
import { previewRefund, refundKinds, refundLimitKinds } from '../../backoffice/refunds/index.ts';
import {
  previewBankAccount,
  settlementApprovalRequestKinds,
} from '../../backoffice/settlements/index.ts';
import { accountAccessApprovalRequestKinds } from '../../backoffice/account-access/index.ts';
import type { Database, Session } from '../../platform/db/database.ts';

/** The parameters of `fund` and `adjust`: `amount` is in units of the currency, `-12.5`. */
interface MoneyApprovalRequest {
  currency: string;
  amount: string;
  /** For `fund`: what arrived at a bank account of ours. */
  bankAccountId?: number;
  reference?: string | null;
  valueDate?: string | null;
}

/** What kinds need that are executed beside the transaction of their approval request. */
export interface ApprovalRequestKindsDeps {
  /** Decides an outcome that no provider tells. */
  resolve(approvalRequest: ApprovedApprovalRequest): Promise<Outcome>;
  /** Cancels or refunds. */
  refund(approvalRequest: DecidedApprovalRequest): Promise<Outcome>;
  /** What is published by two. */
  documents: { readonly [name in OperatorDocument['name']]: OperatorDocument };
}

export const createApprovalRequestKinds = ({
  resolve,
  refund,
  documents,
}: ApprovalRequestKindsDeps): Required<ApprovalRequestKinds> => ({
  resolve: { check: anything, after: resolve, preview: previewResolve },
  'close-case': { check: anything, within: closeCaseIn, preview: previewClose },
  [refundKinds.operator]: { check: anything, after: refund, preview: previewRefund },
  [refundKinds.account]: { check: anything, after: refund, preview: previewRefund },
  fund: {
    check: (parameters) => problemOf(parameters, false),
    within: (session, approvalRequest) => deposit(session, approvalRequest),
    preview: (database, approvalRequest) => previewMoney(database, approvalRequest, fundPosting),
  },
  ...refundLimitKinds,
  ...settlementApprovalRequestKinds,
  ...accountAccessApprovalRequestKinds,
  ...priceOverrideKinds,
  ...pricePlanKinds,
  [payoutApprovalRequest]: payoutApprovalRequestKind,
  [payoutLimitApprovalRequest]: payoutLimitApprovalRequestKind,
  catalogue: publishApprovalRequestKind(documents.catalogue),
  'sms-routing': publishApprovalRequestKind(documents['sms-routing']),
  adjust: {
    check: (parameters) => problemOf(parameters, true),
    within: (session, approvalRequest) => book(session, approvalRequest, adjustAccountIn),
    preview: (database, approvalRequest) => previewMoney(database, approvalRequest, adjustPosting),
  },
});

/** For parameters that the asking function has made itself, out of what the database says. */
const anything = (): null => null;

function problemOf(parameters: unknown, negative: boolean): string | null {
  const { currency, amount } = parameters as Partial<MoneyApprovalRequest>;
  if (typeof currency !== 'string' || currency.length !== 3)
    return 'currency must be a code of three letters';
  const minor = parseAmount(amount, decimalsKept);
  if (minor === null || minor === 0n) return 'amount must be an amount other than zero';
  return minor < 0n && !negative ? 'amount must be above zero' : null;
}

async function book(
  session: Session,
  approvalRequest: ApprovedApprovalRequest,
  change: (session: Session, order: FundOrder) => Promise<Booked>,
): Promise<Outcome> {
  const { currency, amount } = approvalRequest.parameters as MoneyApprovalRequest;
  const note = `wish/${approvalRequest.id}: ${approvalRequest.reason}`;
  if (approvalRequest.accountId === null)
    return { done: false, result: { refusal: 'unknown account' } };
  const booked = await change(session, {
    accountId: approvalRequest.accountId,
    currency,
    amountMinor: parseAmount(amount, decimalsKept)!,
    note,
  });
  return booked.ok
    ? { done: true, result: {} }
    : { done: false, result: { refusal: booked.refusal } };
}

/** What arrived at a bank account of ours is written down in the same commit. */
async function deposit(
  session: Session,
  approvalRequest: ApprovedApprovalRequest,
): Promise<Outcome> {
  const outcome = await book(session, approvalRequest, fundAccountIn);
  const { bankAccountId, currency, amount, reference, valueDate } =
    approvalRequest.parameters as MoneyApprovalRequest;
  if (outcome.done && bankAccountId !== undefined)
    await recordBankMovementIn(session, {
      bankAccountId,
      booked: { approvalRequestId: approvalRequest.id },
      currency,
      amount: parseAmount(amount, decimalsKept)!,
      reference: reference ?? null,
      valueDate: valueDate ?? null,
    });
  return outcome;
}

async function previewMoney(
  database: Database,
  { accountId, parameters }: Pick<ApprovedApprovalRequest, 'accountId' | 'parameters'>,
  postingOf: (amount: bigint) => Transfer,
): Promise<ApprovalPreview> {
  if (accountId === null) return { lines: [], refusal: 'unknown account' };
  const { currency, amount, bankAccountId } = parameters as MoneyApprovalRequest;
  const balance = await previewBalance(database, { accountId, currency }, [
    postingOf(parseAmount(amount, decimalsKept)!),
  ]);
  const { available } = balance.after;
  const refusal =
    available < 0n ? 'not covered' : available > balanceMax ? 'above the maximum' : null;
  const bank = await previewBankAccount(database, bankAccountId);
  return { lines: [...balanceLines(balance), ...bank], refusal };
}
