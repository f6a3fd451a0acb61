// What can two persons agree on? The registry of kinds, each with the domain function that carries it out.

import { parseAmount } from '@jokko/contract';
import type { ApprovedWish, DecidedWish, Outcome, WishKinds } from './domain/approvals/index.ts';
import { closeCaseIn } from './domain/cases/index.ts';
import type { OperatorDocument } from './domain/documents/index.ts';
import { publishWishKind } from './domain/drafts/index.ts';
import { adjustAccountIn, fundAccountIn, type Booked, type FundOrder } from './domain/ledger/index.ts';
import { ownPriceKinds } from './domain/own-prices/index.ts';
import { payoutWish, payoutWishKind } from './domain/payouts/index.ts';
import { refundKinds, refundLimitKinds } from './domain/refunds/index.ts';
import { settlementWishKinds } from './domain/settlements/index.ts';
import { wayInWishKinds } from './domain/ways-in/index.ts';
import type { Session } from './db/database.ts';

/** Of `fund` and `adjust`: `amount` is in units of the currency, `-12.5`. */
interface MoneyWish {
  currency: string;
  amount: string;
}

const decimalsKept = 4;

/** What kinds need that are carried out beside the transaction of their wish. */
export interface WishKindsDeps {
  /** Decides an outcome that no provider tells. */
  resolve(wish: ApprovedWish): Promise<Outcome>;
  /** Cancels or refunds. */
  refund(wish: DecidedWish): Promise<Outcome>;
  /** What is published by two. */
  documents: readonly OperatorDocument[];
}

export const createWishKinds = ({ resolve, refund, documents }: WishKindsDeps): WishKinds => ({
  resolve: { check: anything, after: resolve },
  'close-case': { check: anything, within: closeCaseIn },
  [refundKinds.operator]: { check: anything, after: refund },
  [refundKinds.account]: { side: 'account', check: anything, after: refund },
  fund: { check: (parameters) => problemOf(parameters, false), within: (session, wish) => book(session, wish, fundAccountIn) },
  ...refundLimitKinds,
  ...settlementWishKinds,
  ...wayInWishKinds,
  ...ownPriceKinds,
  [payoutWish]: payoutWishKind,
  ...Object.fromEntries(documents.map((document) => [document.name, publishWishKind(document)])),
  adjust: { check: (parameters) => problemOf(parameters, true), within: (session, wish) => book(session, wish, adjustAccountIn) },
});

/** For parameters that the asking function has made itself, out of what the database says. */
const anything = (): null => null;

function problemOf(parameters: unknown, negative: boolean): string | null {
  const { currency, amount } = parameters as Partial<MoneyWish>;
  if (typeof currency !== 'string' || currency.length !== 3) return 'currency must be a code of three letters';
  const minor = parseAmount(amount, decimalsKept);
  if (minor === null || minor === 0n) return 'amount must be an amount other than zero';
  return minor < 0n && !negative ? 'amount must be above zero' : null;
}

async function book(
  session: Session,
  wish: ApprovedWish,
  change: (session: Session, order: FundOrder) => Promise<Booked>,
): Promise<Outcome> {
  const { currency, amount } = wish.parameters as MoneyWish;
  const note = `wish/${wish.id}: ${wish.reason}`;
  if (wish.accountId === null) return { done: false, result: { refusal: 'unknown account' } };
  const booked = await change(session, { accountId: wish.accountId, currency, amountMinor: parseAmount(amount, decimalsKept)!, note });
  return booked.ok ? { done: true, result: {} } : { done: false, result: { refusal: booked.refusal } };
}
