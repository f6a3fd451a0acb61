// State that the provider keeps of one order. Kept lean (about 300 bytes once final): the bench
// puts hundreds of thousands of them in memory, so everything that only a running order needs
// hangs on `live` and is released when it ends.

import type { DueEvent } from './due-heap.ts';

export type Kind =
  | 'collect'
  | 'payout'
  | 'card'
  | 'airtime'
  | 'bill_pay'
  | 'reload'
  | 'bank_transfer'
  | 'chat'
  | 'remit_send'
  | 'remit_receive'
  | 'refund';
export type Direction = 'in' | 'out';
export type Status = 'pending' | 'succeeded' | 'failed' | 'canceled' | 'reversed';
/** What a line of the book says happened. */
export type Result = 'accepted' | 'executed' | 'failed' | 'canceled' | 'reversed' | 'dropped';
export type ChallengeKind = 'none' | 'auth' | 'deepLink' | 'qr';

export interface ReturnUrls {
  success: string | null;
  error: string | null;
}

/** Facts that the page shows to the payer; never a full card number. */
export interface PageDetails {
  merchant: string;
  lastFour: string;
}

/** A remittance as it was sent: what its record must show later. */
export interface RemitDetails {
  [member: string]: string;
}

/** A checked order, the same for all protocols. */
export interface Order {
  reference: string;
  /** Name of the protocol that brought it (`protocols.ts`). */
  protocol: string;
  kind: Kind;
  direction: Direction;
  /** Decimal string as received. */
  amount: string;
  currency: string;
  /** Phone, or the last digits of card or account. */
  party: string;
  service: string;
  /** Compares two submits under one reference. */
  fingerprint: string;
  /** The deciding digits of the outcome table, 0 for none. */
  digits: number;
  /** GSMA requestingOrganisationTransactionReference. */
  organisationReference: string;
  callbackUrl: string | null;
  returnUrls: ReturnUrls;
  challenge: ChallengeKind;
  payerWindowMs: number;
  /** Something that can be had only once: a bill, a remittance. */
  claim: string | null;
  originalReference: string | null;
  /** The account of the caller at the provider; absent: there is but one. */
  account?: string;
  /** Executed before its answer, whatever the simulator is told: its protocol knows no waiting. */
  atOnce?: true;
  page: PageDetails | null;
  remit: RemitDetails | null;
}

export interface Live {
  callbackUrl: string | null;
  challenge: ChallengeKind;
  /** Unguessable part of the page's address. */
  token: string | null;
  /** End of the payer's window, virtual ms; 0 when there is none. */
  expiresAtMs: number;
  /** True once the payer opened the page: from then on a button decides. */
  opened: boolean;
  due: DueEvent | null;
}

export interface Operation {
  seq: number;
  reference: string;
  protocol: string;
  kind: Kind;
  direction: Direction;
  amount: string;
  currency: string;
  party: string;
  service: string;
  status: Status;
  /** Catalogue id of a failure; 0 for none. */
  errorId: number;
  digits: number;
  fingerprint: string;
  organisationReference: string;
  originalReference: string | null;
  account: string | undefined;
  claim: string | null;
  createdAtMs: number;
  updatedAtMs: number;
  /** Where its first line begins in the book: what is needed rarely is read from there. */
  offset: number;
  /** True while its last line is on the way to the disk. */
  closing: boolean;
  live: Live | null;
}

/** One line of the book. Members after `result` are only there when they say something. */
export interface Line {
  at: string;
  seq: number;
  protocol: string;
  ourReference: string;
  kind: Kind;
  direction: Direction;
  amount: string;
  currency: string;
  party: string;
  service: string;
  result: Result;
  errorId?: number;
  digits?: number;
  fingerprint?: string;
  organisationReference?: string;
  originalReference?: string;
  account?: string;
  claim?: string;
  callbackUrl?: string;
  returnUrls?: ReturnUrls;
  challenge?: ChallengeKind;
  token?: string;
  payerWindowMs?: number;
  page?: PageDetails;
  remit?: RemitDetails;
}

/** True for kinds that wait for a payer's approval. */
export function hasPayer(kind: Kind): boolean {
  return kind === 'collect' || kind === 'card';
}

/** Collections bring money to us, the rest takes it. A refund goes against its original. */
export function directionOf(kind: Exclude<Kind, 'refund'>): Direction {
  return kind === 'collect' || kind === 'card' || kind === 'remit_receive' ? 'in' : 'out';
}
