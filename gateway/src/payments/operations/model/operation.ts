// Type of an operation: terms that never change after the opening, and a state that only the
// writer changes.

import type { Challenge, Extra, Prepared, Refs, Voucher } from '@jokko/connectors/kit';
import type { State } from './states.ts';

export interface Details {
  extra: Extra;
  successUrl: string | null;
  errorUrl: string | null;
  /**
   * For a card: where the payer comes back from the bank before one of the two above (rule O11).
   * Absent: nowhere else.
   */
  bankReturnUrl?: string;
  /** Shown on the payment page. */
  sender: string | null;
  /**
   * A refund keeps the commission: agreed with the price at which the operation was opened (S4).
   * Absent: it is given back.
   */
  keepsCommission?: true;
  /** The account wants no operation to wait for its route. Absent: it may be parked. */
  neverParked?: true;
  /** It is an attempt to pay this checkout of the account. */
  checkout?: CheckoutAttemptKey;
}

/** `id`, `link`: the merchant's own id of the checkout, and of the payment link that opened it. */
export interface CheckoutAttemptKey {
  id: string;
  attempt: number;
  link?: string;
}

/**
 * Everything fixed when the operation was opened. Amounts in ten-thousandths of the currency unit.
 */
export interface OperationTerms {
  accountId: number;
  /** 13 to 16 digits. */
  id: string;
  externalId: string;
  /** Hex SHA-256 of what makes two requests the same operation (rule O5). */
  fingerprint: string;
  codeService: string;
  direction: 'DEBIT' | 'CREDIT';
  route: string;
  /** As the client wrote it; echoed. */
  phoneGiven: string;
  /** E.164. */
  phone: string;
  amount: bigint;
  commission: bigint;
  currency: string;
  details: Details;
  clientData: { [member: string]: unknown } | null;
  callbackUrl: string | null;
  /** Hex; a secret until the callback is delivered (rule C2). */
  callbackHash: string | null;
  /** Unguessable part of the payment page's address; null for services without one. */
  paymentPageToken: string | null;
  ruled: boolean;
}

/** Everything that changes, always written as a whole. */
export interface OperationState {
  state: State;
  stage: 'payer' | 'provider' | null;
  challenge: PresentedChallenge | null;
  errorId: number | null;
  /** The provider's own words where it has some. */
  errorMessage: string | null;
  proof: Proof | null;
  providerReference: string | null;
  /** The code that was bought. Whoever has it can use it: never logged. */
  voucher: Voucher | null;
  attempts: number;
  cancelRequested: boolean;
  nextStepAt: Date | null;
  leaseOwner: number | null;
  updatedAt: Date;
}

/** What the payer is asked for. `lastStep`: why the same is asked for once more. */
export type PresentedChallenge = Challenge & {
  expiresAt: string;
  lastStep?: 'refused' | 'not_sent';
};

/** Why a final state is certain (invariant I-15). */
export type Proof =
  | 'refused_at_opening'
  | 'never_sent'
  | 'provider_refused'
  | 'provider_failed'
  | 'provider_succeeded'
  | 'provider_canceled'
  | 'absent'
  | 'operator';

export interface Operation {
  terms: OperationTerms;
  state: OperationState;
  balanceBefore: bigint;
  balanceAfter: bigint;
  createdAt: Date;
}

/** `CONTINUED`: its payer has answered, and the next attempt goes on from there. */
export type AttemptState =
  'SENDING' | 'ACCEPTED' | 'UNKNOWN' | 'SUCCEEDED' | 'FAILED' | 'NOT_SENT' | 'CONTINUED';

/** One exchange with a provider. `number` counts from 1 within the operation. */
export interface Attempt {
  number: number;
  purpose: 'execute' | 'refund';
  route: string;
  state: AttemptState;
  /**
   * `counterparty`: who it was made for (`Provider.counterparty`); absent: it was not noted yet.
   * `continues`: of a payer's step, the attempt that asked for it.
   */
  prepared: Prepared & { counterparty?: string; continues?: Continued };
  refs: Refs;
  cause: string | null;
  absences: number;
  /** Status queries since the last news; drives the intervals. */
  queries: number;
  /** What the provider kept for itself, ten-thousandths; absent: it did not tell. */
  fee?: bigint;
  /** By the database's clock; the writer sets it. */
  sentAt: Date;
}

/** An attempt that a payer's step goes on from, with the references by which it is asked about. */
export interface Continued {
  number: number;
  refs: Refs;
}

/** Whether the attempt carries out what the payer has done about a challenge. */
export const isPayerStep = ({ prepared }: Pick<Attempt, 'prepared'>): boolean =>
  prepared.continues !== undefined;

/** A payer's step that certainly did nothing, and stands for the attempt that it continues. */
export const isSteppedBack = (attempt: Pick<Attempt, 'prepared' | 'refs'>): boolean =>
  isPayerStep(attempt) && attempt.refs.ours !== attempt.prepared.refs.ours;

/** An attempt that is not written yet. */
export type NewAttempt = Omit<Attempt, 'sentAt'>;

/** What does not change of an attempt once it is written. */
export type SentAttempt = Pick<Attempt, 'number' | 'purpose' | 'route' | 'prepared' | 'sentAt'>;
