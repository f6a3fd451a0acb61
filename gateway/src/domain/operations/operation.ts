// What is an operation? Facts that never change after the opening, and a state that only the writer changes.

import type { Challenge, Extra, Prepared, Refs } from '@jokko/connector-kit';
import type { State } from './states.ts';

export interface Details {
  extra: Extra;
  successUrl: string | null;
  errorUrl: string | null;
  /** Shown on the link page. */
  sender: string | null;
  /** A refund keeps the commission: agreed with the price at which the operation was opened (S4). Absent: it is given back. */
  keepsCommission?: true;
}

/** Everything fixed when the operation was opened. Amounts in ten-thousandths of the currency unit. */
export interface Facts {
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
  /** Unguessable part of the link page's address; null for services without a link. */
  linkToken: string | null;
  ruled: boolean;
}

/** Everything that changes, always written as a whole. */
export interface OperationState {
  state: State;
  stage: 'payer' | 'provider' | null;
  challenge: (Challenge & { expiresAt: string }) | null;
  errorId: number | null;
  /** The provider's own words where it has some. */
  errorMessage: string | null;
  proof: Proof | null;
  providerReference: string | null;
  /** What was bought with a reload or a remittance: token, PIN or withdrawal reference. */
  voucher: string | null;
  attempts: number;
  cancelRequested: boolean;
  nextStepAt: Date | null;
  leaseOwner: number | null;
  updatedAt: Date;
}

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
  facts: Facts;
  state: OperationState;
  balanceBefore: bigint;
  balanceAfter: bigint;
  createdAt: Date;
}

export type AttemptState = 'SENDING' | 'ACCEPTED' | 'UNKNOWN' | 'SUCCEEDED' | 'FAILED' | 'NOT_SENT';

/** One exchange with a provider. `number` counts from 1 within the operation. */
export interface Attempt {
  number: number;
  purpose: 'execute' | 'refund';
  route: string;
  state: AttemptState;
  /** `counterparty`: who it was made for (`Provider.counterparty`); absent: it was not noted yet. */
  prepared: Prepared & { counterparty?: string };
  refs: Refs;
  cause: string | null;
  absences: number;
  /** Look-ups since the last news; drives the intervals. */
  looks: number;
  sentAt: Date;
}
