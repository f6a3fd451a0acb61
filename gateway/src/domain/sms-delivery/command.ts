// What can be told to the recorder? Each command is decided on the rows as they are then, so that it may come late or twice.

import type { SmsReceipt } from '@jokko/connector-kit';
import type { MessageKey } from './message.ts';
import type { Reason } from './reasons.ts';
import type { Verdict } from './verdict.ts';

/** All messages of a claim get one command each; with the last one the claim is over. */
export interface ClaimInHand {
  id: bigint;
  /** Messages without a recorded command. */
  open: number;
}

/** The operator's answers to one attempt. */
export interface Answered {
  type: 'answered';
  key: MessageKey;
  claim: ClaimInHand;
  /** That it was sent over. */
  link: string;
  verdict: Verdict;
  newParts: readonly NewPart[];
  partsTotal: number;
  /** Digits of the recipient. */
  msisdn: string;
}

export type Command =
  | Answered
  /** Nobody knows what became of it: its sender is gone. */
  | { type: 'lost'; key: MessageKey; claim: ClaimInHand }
  /** Claimed, and certainly never sent. */
  | { type: 'forgotten'; key: MessageKey; claim: ClaimInHand }
  /** Ends `from`, unless it has moved on meanwhile. */
  | { type: 'close'; key: MessageKey; from: 'ACCEPTED' | 'SENT'; to: 'EXPIRED' | 'UNKNOWN' | 'REJECTED'; reason: Reason; neverLeft?: true }
  /** Its link is down: over to another, unless it has moved on meanwhile or something of it was taken. */
  | { type: 'reroute'; key: MessageKey; from: string; to: string }
  /** The operator took a part whose answer had been given up; it named the part `id`. */
  | { type: 'late'; key: MessageKey; link: string; part: number; isOnly: boolean; id: string }
  | { type: 'receipt'; link: string; receipt: SmsReceipt };

/** A part that the operator took; `part` from 0, `id` as it wrote it. */
export interface NewPart {
  part: number;
  id: string;
}
