// Cancels or refunds on behalf of users: up to a limit at once; above it one user requests and
// another one approves, and then it is processed like every refund.

import { defined, toDecimalString } from '@jokko/contract';
import {
  askIn,
  findOpenApprovalRequestAbout,
  type DecidedApprovalRequest,
  type Decider,
  type Outcome,
  type ApprovalRequestDeps,
} from '../approvals/index.ts';
import { noteAudit } from '../../platform/audit/index.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import type { Session } from '../../platform/db/database.ts';
import {
  findOperations,
  isFinal,
  readHistory,
  type Operation,
  type RefundOutcome,
  type State,
} from '../../payments/operations/index.ts';
import { limitInForce, readRefundLimits } from './limit.ts';

/** Kinds of approval requests: decided on by the operator's users, or by those of the account. */
export const refundKinds = { operator: 'refund', account: 'account-refund' } as const;

/** Cancels or refunds at once; `services`: the only ones that may be touched, null: any. */
export type Reverse = (key: {
  accountId: number;
  id: string;
  services: ReadonlySet<string> | null;
}) => Promise<RefundOutcome>;

export interface RefundOrder {
  accountId: number;
  /** The id of the operation. */
  id: string;
  services: ReadonlySet<string> | null;
  reason: string;
}

/**
 * `waiting`: another user must approve approval request `approvalRequestId`, which may have been
 * asked for before.
 */
export type Refunded =
  | { type: Exclude<RefundOutcome['type'], 'unknown' | 'otherService' | 'otherAmount'> }
  | { type: 'waiting'; approvalRequestId: number }
  | null;

/**
 * Null: the account has no such operation, or it may not be touched. Who it was is written down.
 */
export async function refundAsUser(
  deps: ApprovalRequestDeps & { reverse: Reverse },
  asker: Decider,
  order: RefundOrder,
): Promise<Refunded> {
  const { database } = deps;
  const { accountId, id, services, reason } = order;
  const [[operation], limits] = await Promise.all([
    findOperations(database, [order]),
    readRefundLimits(database, accountId),
  ]);
  if (operation === undefined || services?.has(operation.terms.codeService) === false) return null;
  const limit = limitInForce(limits);
  if (limit !== null && operation.terms.amount > limit && mayMoveMoney(operation))
    return ask(deps, asker, order, operation);
  await noteAudit(database, {
    who: asker.who,
    action: 'transaction.undo',
    accountId,
    subject: `transaction/${id}`,
    ...defined({ new: reason.trim() === '' ? undefined : { reason: reason.trim() } }),
  });
  const { type } = await deps.reverse({ accountId, id, services });
  // A user names no amount, so there is no other one.
  return type === 'unknown' || type === 'otherService' || type === 'otherAmount' ? null : { type };
}

/** What is not final may succeed before it is canceled, and then it is refunded. */
const mayMoveMoney = ({ state: { state } }: Operation): boolean =>
  state === 'SUCCESS' || !isFinal(state);

/** The parameters of an approval request for a refund. */
export interface RefundApprovalRequest {
  transactionId: string;
  amount: string;
  currency: string;
  /** The state of the operation when it was asked for; absent: asked before that was kept. */
  state?: State;
}

async function ask(
  { database, kinds }: ApprovalRequestDeps,
  { who, userId, accountId: own }: Decider,
  order: RefundOrder,
  operation: Operation,
): Promise<Refunded> {
  const { accountId, id, reason } = order;
  const kind = own === undefined ? refundKinds.operator : refundKinds.account;
  const waiting = await findOpenApprovalRequestAbout(database, {
    accountId,
    transactionId: id,
    kinds: [kind],
  });
  if (waiting !== null) return { type: 'waiting', approvalRequestId: waiting };
  const { amount, currency } = operation.terms;
  const parameters: RefundApprovalRequest = {
    transactionId: id,
    amount: toDecimalString(amount),
    currency,
    state: operation.state.state,
  };
  const approvalRequestId = await inTransaction(database, (session) =>
    askIn(session, kinds, who, { kind, accountId, parameters, reason, askedBy: userId }),
  );
  return { type: 'waiting', approvalRequestId };
}

/**
 * Carries an approved approval request out. Where a node died over it, what happened since the
 * decision is its work, and is not tried again.
 */
export async function executeRefund(
  { database, reverse }: { database: Session; reverse: Reverse },
  {
    accountId,
    parameters,
    decidedAt,
  }: Pick<DecidedApprovalRequest, 'accountId' | 'parameters' | 'decidedAt'>,
): Promise<Outcome> {
  const key = {
    accountId: accountId ?? 0,
    id: (parameters as RefundApprovalRequest).transactionId,
  };
  const [operation] = await findOperations(database, [key]);
  if (operation === undefined) return { done: false, result: { refusal: 'unknown transaction' } };
  const before = await executedBefore(database, key, operation, decidedAt);
  if (before !== null) return before;
  const { type } = await reverse({ ...key, services: null });
  const done = type === 'canceled' || type === 'refunded' || type === 'pending';
  return done ? { done, result: { outcome: type } } : { done, result: { refusal: type } };
}

/** What a node that died had come to; null: nothing was tried since the decision. */
async function executedBefore(
  session: Session,
  key: { accountId: number; id: string },
  { state: { state } }: Operation,
  decidedAt: Date,
): Promise<Outcome | null> {
  if (state === 'REFUNDING') return { done: true, result: { outcome: 'pending' } };
  const since = (await readHistory(session, key)).transitions.filter(({ at }) => at >= decidedAt);
  const became = (wanted: string): boolean => since.some(({ to }) => to === wanted);
  if (state === 'REFUNDED' && became('REFUNDED'))
    return { done: true, result: { outcome: 'refunded' } };
  if (state === 'CANCELED' && became('CANCELED'))
    return { done: true, result: { outcome: 'canceled' } };
  return state === 'SUCCESS' && became('REFUNDING')
    ? { done: false, result: { refusal: 'notPossible' } }
    : null;
}
