// Types of the orders that the core gives to a provider, immutable and the same for every
// protocol. Mind the terms: CASHIN pays OUT to a wallet (`payout`), CASHOUT COLLECTS from a payer
// (`collect`).

import type { KindExtra, ServiceKindName } from '@jokko/contract';

/** Each is a file in the contract's `kinds/`, with what its orders carry. */
export type OperationKind = ServiceKindName;
export type Extra = KindExtra;

/**
 * Terms of a product, as the catalogue of the gateway keeps them. Amounts in ten-thousandths of
 * `currency`.
 */
export interface ProductTerms {
  /** The provider's id. */
  id: string;
  /** ISO 4217 alpha-3, of what is delivered. */
  currency: string;
  /** The only amounts that can be ordered; null: any from `min` to `max`. */
  amounts: readonly bigint[] | null;
  min: bigint | null;
  max: bigint | null;
}

export interface Intent {
  transactionId: string;
  kind: OperationKind;
  codeService: string;
  /** ISO 3166 alpha-2. */
  country: string;
  /** Ten-thousandths of the currency unit. */
  amount: bigint;
  /** ISO 4217 alpha-3. */
  currency: string;
  /** E.164 with the plus. */
  phone: string;
  urls: {
    /** Where the provider posts notices for this attempt; holds an unguessable path. */
    notify: string;
    /** Where the payer's browser goes afterwards: a page of the gateway. */
    success: string;
    error: string;
  };
  /** The payer's window, ms from sending. */
  payerWindowMs: number;
  extra: Extra;
  /** What the service sells of this provider's catalogue, where the catalogue names it. */
  product?: ProductTerms;
}
