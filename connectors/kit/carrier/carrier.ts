// What a carrier with an HTTP interface tells the kit, which opens its sessions
// (`openCarrierSession`).

import type { SmsPart } from '../sms.ts';
import type { Reading } from './reading.ts';

export interface Carrier {
  /** The connector's name, for the log. */
  name: string;
  /** Parts in flight in a session. */
  window: number;
  /** Parts, not requests, in a second of a session; null: no limit. */
  ratePerSec: number | null;
  /**
   * For carriers that take several parts in one request: how many, and which; parts with an equal
   * group may share one. `keyOf`: by what the answer tells them apart, where that is not our
   * reference, so that each stands once in a request.
   */
  requests?: { partsMax: number; groupOf(part: SmsPart): string; keyOf?(part: SmsPart): string };
  /**
   * Shows our credentials. Null when the carrier knows us, else why not, for people and without
   * secrets.
   */
  greet(): Promise<string | null>;
  /** Sends one request, and reads its answer for each part, in their order. Always resolves. */
  submit(parts: readonly SmsPart[]): Promise<readonly Reading[]>;
  /** For carriers that can be asked what became of a part whose answer was lost. */
  find?: Find;
}

export interface Find {
  /**
   * The pauses before each question, one after the other; the first is counted from the lost
   * answer.
   */
  afterMs: readonly number[];
  ask(part: SmsPart, submitted: Submitted): Promise<Found>;
  /**
   * The carrier takes each reference once, so that a part that is absent at the last question is
   * sent once more.
   */
  repeatsAbsent?: true;
}

/**
 * When the request was sent that had no answer, and when it was given up: by `performance.now()`.
 */
export interface Submitted {
  sentMs: number;
  lostMs: number;
}

/**
 * `absent`: the carrier does not have it now; the request may still be on its way. `unknown`: it
 * cannot say.
 */
export type Found = { kind: 'read'; reading: Reading } | { kind: 'absent' } | { kind: 'unknown' };
