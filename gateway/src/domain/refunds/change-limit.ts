// Who changes the limit of refunds in the portal? One person lowers it; what lets one person refund more than before, two persons decide.

import { parseAmount, toDecimalString } from '@jokko/contract';
import type { Session } from '../../db/database.ts';
import { inTransaction } from '../../db/transaction.ts';
import { askIn, type ApprovedWish, type Decider, type Outcome, type WishDeps, type WishKinds } from '../approvals/index.ts';
import { limitInForce, lockRefundLimits, setRefundLimitIn, type RefundLimits } from './limit.ts';

export const refundLimitWish = 'refund-limit';

/** What is wished for; amounts in units, null: no limit, or for an account none of its own. `inForce` is what counted when it was asked for. */
export interface RefundLimitWish {
  limit: string | null;
  inForce: string;
}

export interface WantedLimit {
  /** Null: the installation's. */
  accountId: number | null;
  /** Ten-thousandths; null takes it away. */
  limit: bigint | null;
  /** Needed where another person must approve. */
  reason: string;
}
/** `wishId` null: it counts already. */
export type LimitChanged = { ok: true; wishId: number | null } | { ok: false; refusal: 'not found' | 'no reason' };

const decimalsKept = 4;

export function changeRefundLimit({ database, kinds }: WishDeps, asker: Decider, wanted: WantedLimit): Promise<LimitChanged> {
  const { accountId, limit, reason } = wanted;
  return inTransaction(database, async (session): Promise<LimitChanged> => {
    const limits = await lockRefundLimits(session, accountId);
    if (limits === null) return { ok: false, refusal: 'not found' };
    const before = limitInForce(limits);
    if (before === null || !raises(before, afterwards(limits, accountId, limit))) {
      await setRefundLimitIn(session, asker.who, accountId, limit);
      return { ok: true, wishId: null };
    }
    if (reason === '') return { ok: false, refusal: 'no reason' };
    const parameters: RefundLimitWish = { limit: limit === null ? null : toDecimalString(limit), inForce: toDecimalString(before) };
    const wish = { kind: refundLimitWish, accountId, parameters, reason, askedBy: asker.personId };
    return { ok: true, wishId: await askIn(session, kinds, asker.who, wish) };
  });
}

const afterwards = ({ installation }: RefundLimits, accountId: number | null, limit: bigint | null): bigint | null =>
  accountId === null ? limit : limitInForce({ account: limit, installation });

const raises = (before: bigint, after: bigint | null): boolean => after === null || after > before;

export const refundLimitKinds: WishKinds = { [refundLimitWish]: { check: problemOf, within: agree } };

function problemOf(parameters: unknown): string | null {
  const { limit } = parameters as RefundLimitWish;
  return limit === null || (parseAmount(limit, decimalsKept) ?? -1n) >= 0n ? null : 'limit must be an amount or null';
}

/** Only while what counts is what both persons saw. */
async function agree(session: Session, { accountId, parameters }: ApprovedWish): Promise<Outcome> {
  const { limit, inForce } = parameters as RefundLimitWish;
  const limits = await lockRefundLimits(session, accountId);
  if (limits === null) return { done: false, result: { refusal: 'unknown account' } };
  if (limitInForce(limits) !== parseAmount(inForce, decimalsKept)) return { done: false, result: { refusal: 'limit changed' } };
  await setRefundLimitIn(session, { kind: 'system' }, accountId, limit === null ? null : parseAmount(limit, decimalsKept));
  return { done: true, result: {} };
}
