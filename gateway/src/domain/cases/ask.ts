// How does a person ask for a decision about a case? What they say is checked against what is known now, and stored as a wish that another person
// must approve. The portal and the command line ask alike.

import { toDecimalString } from '@jokko/contract';
import { inTransaction } from '../../db/transaction.ts';
import { askIn, type Decider, type WishDeps } from '../approvals/index.ts';
import { lockAccountIn } from '../ledger/index.ts';
import type { Bearer } from './bookings.ts';
import { closeRefusal, type CloseParameters, type CloseRefusal } from './close.ts';
import { findWaitingWish, readCorrected, type OperationKey } from './case.ts';
import { groundsOfAbsence, readStanding, type GroundOfAbsence, type ResolveParameters } from './resolve.ts';

export type Asked =
  | { ok: true; wishId: number }
  | { ok: false; refusal: 'notFound' | 'settled' | 'waiting' | 'referenceMissing' | 'groundMissing' | CloseRefusal };

export interface ResolveOrder extends OperationKey {
  outcome: 'executed' | 'not_executed';
  reference: string | null;
  ground: GroundOfAbsence | null;
  reason: string;
}

/** Asks that an unknown outcome be taken for executed or not. `waiting`: somebody has asked already. */
export async function askToResolve(deps: WishDeps, { who, personId }: Decider, order: ResolveOrder): Promise<Asked> {
  const standing = await readStanding(deps.database, order);
  if (standing === null) return { ok: false, refusal: 'notFound' };
  const { operation, undecided } = standing;
  if (undecided === null) return { ok: false, refusal: 'settled' };
  const executed = order.outcome === 'executed';
  if (executed && order.reference === null) return { ok: false, refusal: 'referenceMissing' };
  if (!executed && (order.ground === null || !groundsOfAbsence.includes(order.ground))) return { ok: false, refusal: 'groundMissing' };
  const parameters: ResolveParameters = {
    transactionId: order.id,
    attempt: undecided.number,
    sentAt: undecided.sentAt.toISOString(),
    outcome: order.outcome,
    reference: executed ? order.reference : null,
    ground: executed ? 'provider_reference' : order.ground!,
    amount: toDecimalString(operation.facts.amount),
    currency: operation.facts.currency,
  };
  return ask(deps, { who, personId }, order, { kind: 'resolve', parameters });
}

export interface CloseOrder extends OperationKey {
  caseId: string;
  how: 'booked' | 'explained';
  bearer: Bearer | null;
  reason: string;
}

/** Asks that a case be booked or explained. */
export async function askToClose(deps: WishDeps, decider: Decider, order: CloseOrder): Promise<Asked> {
  const [standing, corrected] = await Promise.all([readStanding(deps.database, order), readCorrected(deps.database, order)]);
  const open = standing?.cases.find(({ id, closedAt }) => id === order.caseId && closedAt === null);
  if (standing === null || open === undefined) return { ok: false, refusal: 'notFound' };
  const refusal = closeRefusal(open, standing.operation, corrected, order.how);
  if (refusal !== null) return { ok: false, refusal };
  const { amount, currency } = standing.operation.facts;
  const parameters: CloseParameters = {
    ...{ transactionId: order.id, caseId: order.caseId, how: order.how },
    bearer: order.how === 'booked' ? (order.bearer ?? 'suspense') : null,
    ...{ amount: toDecimalString(amount), currency },
  };
  return ask(deps, decider, order, { kind: 'close-case', parameters });
}

async function ask(
  deps: WishDeps,
  { who, personId }: Decider,
  { accountId, id, reason }: OperationKey & { reason: string },
  { kind, parameters }: { kind: 'resolve' | 'close-case'; parameters: object },
): Promise<Asked> {
  return inTransaction(deps.database, async (session) => {
    // Of several who ask at once one is first, and the others see its wish.
    await lockAccountIn(session, accountId);
    if ((await findWaitingWish(session, { accountId, id })) !== null) return { ok: false, refusal: 'waiting' };
    return { ok: true, wishId: await askIn(session, deps.kinds, who, { kind, accountId, parameters, reason, askedBy: personId }) };
  });
}
