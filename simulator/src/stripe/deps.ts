// What the Stripe provider works with, and the credentials that it knows.

import type { ProtocolDeps } from '../protocol.ts';
import type { KeyStore } from './keys.ts';

export interface StripeDeps extends ProtocolDeps {
  keys: KeyStore;
  /** Payments that nobody has confirmed, by id: they are not in the book. */
  drafts: Map<string, Draft>;
  /** By number of the payment: why its caller cancelled it. Not kept over a restart. */
  cancellations: Map<number, string>;
  /** By number of the refund: why its caller made it. Not kept over a restart. */
  refundReasons: Map<number, string>;
}

/** The request that an object came from, as its events name it. */
export interface FromRequest {
  id: string | null;
  idempotency_key: string | null;
}

export interface Draft {
  id: string;
  amount: number;
  currency: string;
  reference: string;
  canceled: boolean;
  createdAtMs: number;
}

export const secretKey = 'sk_test_simulator';
export const webhookSecret = 'whsec_simulator';
/** Our one account, by which the book's lines are chosen for a statement. */
export const account = 'acct_simulator';
