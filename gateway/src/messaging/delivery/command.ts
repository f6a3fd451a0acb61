// Types of the recorder's commands. Each is decided on the rows as they are then, so that it may
// come late or twice.

import type { SmsReceipt } from '@jokko/connectors/kit';
import type { MessageKey, MessagePlace } from './message.ts';
import type { Reason } from './reasons.ts';
import type { MessageOutcome } from './message-outcome.ts';

/** All messages of a lease get one command each; with the last one the lease is over. */
export interface LeaseInFlight {
  id: bigint;
  /** Messages without a recorded command. */
  open: number;
}

/** The operator's answers to one attempt. */
export interface Answered {
  type: 'answered';
  key: MessageKey;
  lease: LeaseInFlight;
  /** That it was sent over. */
  connection: string;
  messageOutcome: MessageOutcome;
  newParts: readonly NewPart[];
  partsTotal: number;
  /** Digits of the recipient. */
  msisdn: string;
}

/** The operator took a part whose answer had been given up; it named the part `id`. */
export interface LateAnswer {
  type: 'late';
  key: MessagePlace;
  connection: string;
  part: number;
  isOnly: boolean;
  id: string;
  /** Told by a receipt that waits under this id, and by nothing else: only while it waits. */
  ofReceipt?: true;
  /**
   * Told by our own reference, which the carrier repeated: another message that has the id loses
   * it.
   */
  isNamed?: true;
}

/** What a lost message's batch says of it. */
export interface LostBatch {
  /** Into which its text is cut where we cut it. */
  parts: number;
  validUntilMs: number;
}

export type Command =
  | Answered
  /**
   * Its outcome is unknown: the node that sent it has died. `batch`: null, it is not there any
   * more.
   */
  | { type: 'lost'; key: MessagePlace; lease: LeaseInFlight; batch: LostBatch | null }
  /** Claimed, and certainly never sent. */
  | { type: 'forgotten'; key: MessagePlace; lease: LeaseInFlight }
  /** Ends `from`, unless it has moved on meanwhile. */
  | {
      type: 'close';
      key: MessageKey;
      from: 'ACCEPTED' | 'SENDING' | 'SENT';
      to: 'EXPIRED' | 'UNKNOWN' | 'REJECTED';
      reason: Reason;
      neverLeft?: true;
    }
  /**
   * Its connection is down: over to another, unless it has moved on meanwhile or something of it
   * was taken.
   */
  | { type: 'reroute'; key: MessageKey; from: string; to: string }
  | LateAnswer
  | { type: 'receipt'; connection: string; receipt: SmsReceipt };

/** A part that the operator took; `part` from 0, `id` as it wrote it. */
export interface NewPart {
  part: number;
  id: string;
  /** By what the carrier tells of a message that is like it: it is no other message's id. */
  isInferred?: boolean;
}
