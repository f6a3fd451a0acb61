// What the Stripe provider works with, and the credentials that it knows.

import type { ProtocolDeps } from '../protocol.ts';
import type { KeyStore } from './keys.ts';

export interface StripeDeps extends ProtocolDeps {
  keys: KeyStore;
  /** Payments that nobody has confirmed, by id: they are not in the book. */
  drafts: Map<string, Draft>;
  /** By number of the payment: why its caller cancelled it. Not kept over a restart. */
  cancellations: Map<number, string>;
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
