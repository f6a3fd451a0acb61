// Parameters of approval requests about settlements and floats, as they are stored.

import type { SettlementState } from './states.ts';

/** The parameters of `settle` and `settle-return`; amount and currency are for those who decide. */
export interface SettlementApprovalRequest {
  settlementId: number;
  currency: string;
  amount: string;
  /** Its state when it was asked for, which is what the users speak of. */
  state?: SettlementState;
}
/**
 * The parameters of `float`; `amount` in units of the currency, below zero when it comes back from
 * the provider.
 */
export interface FloatApprovalRequest {
  route: string;
  currency: string;
  amount: string;
  /** The bank's. */
  reference: string;
  /** `2026-11-21`. */
  valueDate: string;
  /** Our bank account through which it goes; absent: it is not said. */
  bankAccountId?: number;
}
