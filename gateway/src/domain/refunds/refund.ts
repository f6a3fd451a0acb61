// How do persons cancel or refund? Up to a limit at once; above it one of them asks and another one approves, and then it goes the way of every refund.

import { toDecimalString } from '@jokko/contract';
import { askIn, findOpenWishAbout, type DecidedWish, type Decider, type Outcome, type WishDeps } from '../approvals/index.ts';
import { noteAudit } from '../audit/index.ts';
import { inTransaction } from '../../db/transaction.ts';
import type { Session } from '../../db/database.ts';
import { findOperations, isFinal, readHistory, type Operation, type RefundOutcome } from '../operations/index.ts';
import { limitInForce, readRefundLimits } from './limit.ts';

/** Kinds of wishes: decided on by the operator's persons, or by those of the account. */
export const refundKinds = { operator: 'refund', account: 'account-refund' } as const;

/** Cancels or refunds at once; `services`: the only ones that may be touched, null: any. */
export type Undo = (key: { accountId: number; id: string; services: ReadonlySet<string> | null }) => Promise<RefundOutcome>;

export interface RefundOrder {
  accountId: number;
  /** Of the operation. */
  id: string;
  services: ReadonlySet<string> | null;
  reason: string;
}

/** `waiting`: another person must approve wish `wishId`, which may have been asked for before. */
export type Refunded = { type: Exclude<RefundOutcome['type'], 'unknown' | 'otherService'> } | { type: 'waiting'; wishId: number } | null;

/** Null: the account has no such operation, or it may not be touched. Who it was is written down. */
export async function refundAsPerson(deps: WishDeps & { undo: Undo }, asker: Decider, order: RefundOrder): Promise<Refunded> {
  const { database } = deps;
  const { accountId, id, services } = order;
  const [[operation], limits] = await Promise.all([findOperations(database, [order]), readRefundLimits(database, accountId)]);
  if (operation === undefined || services?.has(operation.facts.codeService) === false) return null;
  const limit = limitInForce(limits);
  if (limit !== null && operation.facts.amount > limit && mayMoveMoney(operation)) return ask(deps, asker, order, operation);
  await noteAudit(database, { who: asker.who, action: 'transaction.undo', accountId, subject: `transaction/${id}` });
  const { type } = await deps.undo({ accountId, id, services });
  return type === 'unknown' || type === 'otherService' ? null : { type };
}

/** What is not final may succeed before it is canceled, and then it is refunded. */
const mayMoveMoney = ({ state: { state } }: Operation): boolean => state === 'SUCCESS' || !isFinal(state);

interface Parameters {
  transactionId: string;
  amount: string;
  currency: string;
}

async function ask(
  { database, kinds }: WishDeps,
  { who, personId, accountId: own }: Decider,
  order: RefundOrder,
  operation: Operation,
): Promise<Refunded> {
  const { accountId, id, reason } = order;
  const kind = own === undefined ? refundKinds.operator : refundKinds.account;
  const waiting = await findOpenWishAbout(database, { accountId, transactionId: id, kinds: [kind] });
  if (waiting !== null) return { type: 'waiting', wishId: waiting };
  const { amount, currency } = operation.facts;
  const parameters: Parameters = { transactionId: id, amount: toDecimalString(amount), currency };
  const wishId = await inTransaction(database, (session) =>
    askIn(session, kinds, who, { kind, accountId, parameters, reason, askedBy: personId }),
  );
  return { type: 'waiting', wishId };
}

/** Carries an approved wish out. Where a node died over it, what happened since the decision is its work, and is not tried again. */
export async function carryOutRefund(
  { database, undo }: { database: Session; undo: Undo },
  { accountId, parameters, decidedAt }: Pick<DecidedWish, 'accountId' | 'parameters' | 'decidedAt'>,
): Promise<Outcome> {
  const key = { accountId: accountId ?? 0, id: (parameters as Parameters).transactionId };
  const [operation] = await findOperations(database, [key]);
  if (operation === undefined) return { done: false, result: { refusal: 'unknown transaction' } };
  const before = await carriedOutBefore(database, key, operation, decidedAt);
  if (before !== null) return before;
  const { type } = await undo({ ...key, services: null });
  const done = type === 'canceled' || type === 'refunded' || type === 'pending';
  return done ? { done, result: { outcome: type } } : { done, result: { refusal: type } };
}

/** What a node that died had come to; null: nothing was tried since the decision. */
async function carriedOutBefore(
  session: Session,
  key: { accountId: number; id: string },
  { state: { state } }: Operation,
  decidedAt: Date,
): Promise<Outcome | null> {
  if (state === 'REFUNDING') return { done: true, result: { outcome: 'pending' } };
  const since = (await readHistory(session, key)).transitions.filter(({ at }) => at >= decidedAt);
  const became = (wanted: string): boolean => since.some(({ to }) => to === wanted);
  if (state === 'REFUNDED' && became('REFUNDED')) return { done: true, result: { outcome: 'refunded' } };
  if (state === 'CANCELED' && became('CANCELED')) return { done: true, result: { outcome: 'canceled' } };
  return state === 'SUCCESS' && became('REFUNDING') ? { done: false, result: { refusal: 'notPossible' } } : null;
}
