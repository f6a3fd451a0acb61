// What a checkout's page shows, from the checkout, the catalogue and the account. Pure.

import { checkoutStatus, errorIds, type CheckoutStatus } from '@jokko/contract';
import type { Account } from '../accounts/index.ts';
import {
  amountLimitsOf,
  chooseRoute,
  takesAmount,
  type Catalogue,
  type Service,
} from '../catalogue/index.ts';
import { nextNumber, standingOf, statusOf, type Checkout } from './checkout.ts';

/** Why the payer is asked (again). The texts are in texts.ts. */
export type PayProblem =
  | 'phone'
  | 'way'
  | 'down'
  | 'later'
  | 'balance'
  | 'timeout'
  | 'account'
  | 'card'
  | 'cardNumber'
  | 'cardExpiry'
  | 'cardCode'
  | 'cardName'
  | 'failed'
  | 'tooFast';

export type Means = 'wallet' | 'card';

/** A service that the payer may choose. */
export type Way = Pick<Service, 'code' | 'payerName' | 'country' | 'provider' | 'kind'>;

export interface PayView {
  status: CheckoutStatus;
  merchantName: string;
  /** Wallets. With no card either: every way is closed, or none takes this amount. */
  ways: readonly Way[];
  card: Way | null;
  /** Whether the last attempt was by card. */
  wasCard: boolean;
  /** Whether operators of some ways are down. */
  isDown: boolean;
  /** The attempt that the form is for; null: none may begin. */
  number: number | null;
  /** Why the last attempt was none. */
  problem: PayProblem | null;
}

export function payViewOf(
  checkout: Checkout,
  account: Account | null,
  catalogue: Catalogue,
): PayView {
  const fitting =
    account === null || account.suspended ? [] : fittingOf(checkout, account, catalogue);
  const ways = fitting.filter((service) => chooseRoute(catalogue, service).standing !== 'down');
  const card = ways.find(({ kind }) => kind === 'card') ?? null;
  return {
    status: statusOf(checkout),
    merchantName: account?.name ?? '',
    ways: ways.filter(({ kind }) => kind === 'collect'),
    card,
    wasCard: card !== null && checkout.attempts.at(-1)?.codeService === card.code,
    isDown: ways.length < fitting.length,
    number: nextNumber(checkout),
    problem: problemOf(checkout),
  };
}

/** What a page can collect by. */
export const isOffered = ({ kind }: Pick<Service, 'kind'>): boolean =>
  kind === 'collect' || kind === 'card';

/** Whatever of the account's services takes this amount. */
function fittingOf(checkout: Checkout, account: Account, catalogue: Catalogue): Service[] {
  const { services, currency, amount } = checkout;
  return catalogue.services.filter((service) => {
    if (!isOffered(service) || service.off || service.currency !== currency) return false;
    if (!account.services.has(service.code)) return false;
    if (services !== null && !services.includes(service.code)) return false;
    return takesAmount(amountLimitsOf(service, account), amount);
  });
}

const problemsByError: ReadonlyMap<number, PayProblem> = new Map([
  [errorIds.walletBalanceTooLow, 'balance'],
  [errorIds.customerBalanceLow, 'balance'],
  [errorIds.paymentTimeout, 'timeout'],
  [errorIds.expiredSession, 'timeout'],
  [errorIds.recipientNotCustomer, 'account'],
  [errorIds.customerSuspended, 'account'],
  [errorIds.numberNotAllowed, 'account'],
  [errorIds.numberNotFound, 'account'],
  [errorIds.noPayerAccount, 'account'],
  [errorIds.cardExpired, 'card'],
  [errorIds.cardRejectedByIssuer, 'card'],
  [errorIds.partial3ds, 'card'],
  [errorIds.operatorDown, 'down'],
  [errorIds.operatorInternalError, 'down'],
  [errorIds.connection, 'down'],
]);
const problemsByRefusal: { readonly [refusal: string]: PayProblem } = {
  routeDown: 'down',
  closed: 'later',
  phone: 'phone',
};

function problemOf(checkout: Checkout): PayProblem | null {
  const last = checkout.attempts.at(-1);
  if (last === undefined || statusOf(checkout) === checkoutStatus.paid) return null;
  switch (standingOf(last, checkout.now)) {
    case 'succeeded':
    case 'open':
      return null;
    case 'again':
      return last.refusal === null ? null : (problemsByRefusal[last.refusal] ?? 'failed');
    case 'over':
      return problemsByError.get(last.operation?.errorId ?? 0) ?? 'failed';
  }
}
