// What is a callback made of, and what is written of it in the commit that records a result?

import type { Facts, OperationState } from '../operations/index.ts';

/** What the account says about its callbacks, as read under its lock. */
export interface CallbackAccount {
  language: 'fr' | 'en';
  mirrorFields: boolean;
  callbackGraceMs: number;
  /** Where CANCELED and REFUNDED are told besides; null: nowhere. */
  secondCallbackUrl: string | null;
}

/** What a callback body is composed of (rule C1). */
export interface CallbackFacts {
  facts: Facts;
  state: OperationState;
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
  facts: Pick<Facts, 'accountId' | 'id'>;
  /** CANCELED or REFUNDED, to the account's second address. */
  second: boolean;
  lane: string;
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
