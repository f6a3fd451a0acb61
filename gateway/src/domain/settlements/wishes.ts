// What about settlements and floats must two persons of the operator agree on, and what happens when they have?

import { parseAmount } from '@jokko/contract';
import type { Session } from '../../db/database.ts';
import type { ApprovedWish, Outcome, WishKinds } from '../approvals/index.ts';
import { moveFloatIn } from '../ledger/index.ts';
import { approveSettlementIn, returnSettlementIn, type SettlementDecided } from './decide.ts';
import { isDay } from './day.ts';
import type { SettlementState } from './states.ts';

/** Of `settle` and `settle-return`; amount and currency are for those who decide. */
export interface SettlementWish {
  settlementId: number;
  currency: string;
  amount: string;
  /** Its state when it was asked for, which is what the persons speak of. */
  state?: SettlementState;
}
/** Of `float`; `amount` in units of the currency, below zero when it comes back from the provider. */
export interface FloatWish {
  route: string;
  currency: string;
  amount: string;
  /** The bank's. */
  reference: string;
  /** `2026-11-21`. */
  valueDate: string;
}

const decimalsKept = 4;

/** `settle` approves a settlement, `settle-return` says that the bank has not paid it or sent it back, `float` moves our own money. */
export const settlementWishKinds = {
  settle: { check: checkSettlement, within: (session, wish) => settle(session, wish) },
  'settle-return': { check: checkSettlement, within: (session, wish) => sendBack(session, wish) },
  float: { check: checkFloat, within: (session, wish) => moveFloat(session, wish) },
} satisfies WishKinds;

function checkSettlement(parameters: unknown): string | null {
  const { settlementId } = parameters as Partial<SettlementWish>;
  return Number.isSafeInteger(settlementId) ? null : 'settlementId must be the number of a settlement';
}

function checkFloat(parameters: unknown): string | null {
  const { route, currency, amount, reference, valueDate } = parameters as Partial<FloatWish>;
  if (typeof route !== 'string' || route === '') return 'route must be the name of a route';
  if (typeof currency !== 'string' || currency.length !== 3) return 'currency must be a code of three letters';
  if ((parseAmount(amount, decimalsKept) ?? 0n) === 0n) return 'amount must be an amount other than zero';
  if (typeof reference !== 'string' || reference === '') return 'reference must be the bank’s';
  return typeof valueDate === 'string' && isDay(valueDate) ? null : 'valueDate must be a day';
}

const outcomeOf = (decided: SettlementDecided): Outcome =>
  decided.ok ? { done: true, result: {} } : { done: false, result: { refusal: decided.refusal } };

async function settle(session: Session, { id: wishId, parameters, askedBy, decidedBy }: ApprovedWish): Promise<Outcome> {
  const { settlementId: id } = parameters as SettlementWish;
  return outcomeOf(await approveSettlementIn(session, { id, wishId, persons: [askedBy, decidedBy] }));
}

async function sendBack(session: Session, { parameters, reason }: ApprovedWish): Promise<Outcome> {
  const { settlementId: id, state } = parameters as SettlementWish;
  return outcomeOf(await returnSettlementIn(session, { id, reason, state }));
}

async function moveFloat(session: Session, { id: wishId, parameters }: ApprovedWish): Promise<Outcome> {
  const { amount, ...move } = parameters as FloatWish;
  await moveFloatIn(session, { ...move, wishId, amount: parseAmount(amount, decimalsKept)! });
  return { done: true, result: {} };
}
