// The types of a callback: what it is composed of, and what is written of it in the commit that
// records a result.

import type { Voucher } from '@jokko/contract';

/**
 * The terms of an operation that its callback tells. Amounts in ten-thousandths of the currency
 * unit.
 */
export interface CallbackTerms {
  accountId: number;
  id: string;
  externalId: string;
  codeService: string;
  direction: 'DEBIT' | 'CREDIT';
  phoneGiven: string;
  amount: bigint;
  commission: bigint;
  clientData: { [member: string]: unknown } | null;
  callbackUrl: string | null;
  /** Hex SHA-256; a secret until the callback is delivered (rule C2). */
  callbackHash: string | null;
  details?: {
    /** What the operation was an attempt to pay. */
    checkout?: { id: string; attempt: number; link?: string };
  };
}

/** How the operation ended. Only final states are reported. */
export interface CallbackState {
  state: string;
  errorId: number | null;
  providerReference: string | null;
  voucher: Voucher | null;
}

/** What the account says about its callbacks, as read under its lock. */
export interface CallbackAccount {
  language: 'fr' | 'en';
  mirrorFields: boolean;
  callbackGraceMs: number;
  /** Second URL for CANCELED and REFUNDED; null: none. */
  secondCallbackUrl: string | null;
}

/** What a callback body is composed of (rule C1). */
export interface CallbackSource {
  terms: CallbackTerms;
  state: CallbackState;
  balanceBefore: bigint;
  balanceAfter: bigint;
  /** Available balance when the result was recorded. */
  currentBalance: bigint;
  account: CallbackAccount;
  /** Why it ended as it did, where a result does not say so itself: CANCELED and REFUNDED. */
  reason?: string;
}

export interface ComposedCallback {
  /** What it is about: an operation, or an inbound message, whose ids are of one kind. */
  terms: Pick<CallbackTerms, 'accountId' | 'id'>;
  /** CANCELED or REFUNDED, to the account's second address. */
  second: boolean;
  destination: string;
  url: string;
  status: string;
  body: string;
  /** The node that sends it at once; null leaves it to any node's sweep. */
  leaseOwner: number | null;
}

export interface CallbackWrite extends ComposedCallback {
  /** From this commit to the first attempt. */
  waitMs: number;
  nextAttemptAt: Date;
}
