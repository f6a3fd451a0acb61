// A checkout, and what follows from its attempts: its status, and the number that the next attempt
// may have. Pure. An attempt is an operation with the external id `<checkout>~<number>`, which is
// unique for ever: however often a number is tried, it has one operation at most. The next number
// is offered only once that one is finally failed.

import { checkoutStatus, type CheckoutStatus } from '@jokko/contract';
import { isFinal, type State } from '../operations/index.ts';

/**
 * An attempt without operation and refusal is being initiated; after this nobody is initiating it
 * any more, and its number is tried again.
 */
export const initiatingMaxMs = 30_000;
export const attemptsMax = 20;

/**
 * Why nothing was executed: routeDown: its operator is down · closed: nothing may be sent now ·
 * idTaken: its external id is another operation of the account · phone: no number of this operator
 * · notPossible: service or account do not take it.
 */
export type AttemptRefusal = 'routeDown' | 'closed' | 'idTaken' | 'phone' | 'notPossible';

export interface CheckoutTerms {
  accountId: number;
  /** The merchant's own. */
  id: string;
  checkoutId: string;
  token: string;
  /** Ten-thousandths of the currency unit. */
  amount: bigint;
  currency: string;
  description: string;
  services: readonly string[] | null;
  /** The customer's, E.164. */
  phone: string | null;
  /** Null: the payer stays on the page. */
  successUrl: string | null;
  errorUrl: string | null;
  language: 'fr' | 'en' | null;
  callbackUrl: string | null;
  callbackKey: string;
  clientData: { [member: string]: unknown } | null;
  expiresAt: Date;
  /** The payment link that it was opened by, by the merchant's id; null: he made it himself. */
  link: string | null;
}

export interface CheckoutAttempt {
  number: number;
  codeService: string;
  begunAt: Date;
  refusal: string | null;
  /** An earlier try of this number has not told how it ended. */
  lost: boolean;
  /** Under its external id. `isOurs`: it was opened for this attempt. */
  operation: { id: string; state: State; errorId: number | null; isOurs: boolean } | null;
}

export interface Checkout extends CheckoutTerms {
  fingerprint: string;
  createdAt: Date;
  canceledAt: Date | null;
  /** By the database's clock, when it was read. */
  now: Date;
  /** In the order of their numbers. */
  attempts: readonly CheckoutAttempt[];
}

export const externalIdOf = (checkout: string, number: number): string => `${checkout}~${number}`;

const succeeded: ReadonlySet<State> = new Set(['SUCCESS', 'REFUNDING', 'REFUNDED']);

/**
 * `open`: it may still execute · `over`: its number is used up · `again`: nothing was executed, and
 * its number is tried again.
 */
export function standingOf(
  { operation, refusal, begunAt }: CheckoutAttempt,
  now: Date,
): 'succeeded' | 'open' | 'over' | 'again' {
  if (operation !== null && !operation.isOurs) return 'over';
  if (operation !== null) {
    if (succeeded.has(operation.state)) return 'succeeded';
    return isFinal(operation.state) ? 'over' : 'open';
  }
  if (refusal !== null) return 'again';
  return now.getTime() - begunAt.getTime() < initiatingMaxMs ? 'open' : 'again';
}

export function statusOf({
  attempts,
  now,
  canceledAt,
  expiresAt,
}: Pick<Checkout, 'attempts' | 'now' | 'canceledAt' | 'expiresAt'>): CheckoutStatus {
  const standings = attempts.map((attempt) => standingOf(attempt, now));
  // A late success counts, whatever has ended meanwhile.
  if (standings.includes('succeeded')) return checkoutStatus.paid;
  if (standings.includes('open')) return checkoutStatus.paying;
  if (canceledAt !== null) return checkoutStatus.canceled;
  return expiresAt <= now ? checkoutStatus.expired : checkoutStatus.open;
}

/**
 * Whether none of its attempts is paid, or could still become an operation. Once its end is
 * recorded under its lock, another checkout may take its place. A try that has not told how it
 * ended counts as one that could.
 */
export const cannotBePaid = ({ attempts }: Pick<Checkout, 'attempts'>): boolean =>
  attempts.every(({ operation, refusal, lost }) =>
    operation === null
      ? refusal !== null && !lost
      : !operation.isOurs || (isFinal(operation.state) && !succeeded.has(operation.state)),
  );

/** The number of the attempt that may begin now; null: none. */
export function nextNumber(checkout: Checkout): number | null {
  if (statusOf(checkout) !== checkoutStatus.open) return null;
  const last = checkout.attempts.at(-1);
  if (last === undefined) return 1;
  if (standingOf(last, checkout.now) === 'again') return last.number;
  return last.number < attemptsMax ? last.number + 1 : null;
}
