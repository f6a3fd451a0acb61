// Type of a message in delivery: its row, as far as states, receipts and money need it.

import type { Reason } from './reasons.ts';

export type MessageState =
  | 'ACCEPTED'
  | 'SENDING'
  | 'SENT'
  | 'DELIVERED'
  | 'UNDELIVERABLE'
  | 'EXPIRED'
  | 'REJECTED'
  | 'UNKNOWN';

export interface MessageKey {
  accountId: number;
  batchId: bigint;
  /** Within the batch. */
  position: number;
}

/** Where the account is not known: a reference of ours names none. */
export type MessagePlace = Omit<MessageKey, 'accountId'>;

export interface Message extends MessageKey {
  /** Digits. */
  msisdn: string;
  country: string;
  operator: string;
  connection: string;
  /** The price of all parts, ten-thousandths of the currency unit. */
  price: bigint;
  currency: string;
  refunded: boolean;
  /** Final states that give it back (`refundMask`). */
  refundStates: number;
  state: MessageState;
  reason: Reason | null;
  dueAt: Date | null;
  /** The operator stumbled over it: it is sent again behind those that were not tried yet. */
  deferred: boolean;
  /** Its final states are pushed to its sender's server. */
  reports: boolean;
  /** The lease under which it is being sent. */
  leaseId: bigint | null;
  /**
   * Normal forms of the operator's ids, in order; null until the operator took the part. Empty
   * until it was first submitted.
   */
  partIds: (string | null)[];
  partsDelivered: number;
  sentAt: Date | null;
}

export const messageKey = ({ batchId, position }: MessagePlace): string => `${batchId} ${position}`;

/** Never changes any more, except that a receipt may still resolve what is UNKNOWN. */
export const isFinal = (state: MessageState): boolean =>
  state !== 'ACCEPTED' && state !== 'SENDING' && state !== 'SENT';
/** Never changes any more. */
export const isResolved = (state: MessageState): boolean => isFinal(state) && state !== 'UNKNOWN';
