// What an answer of a carrier means for one part of a message, and the outcome that follows.

import { defined } from '@jokko/contract';
import type { HttpResult } from '../connector.ts';
import type { SmsBusyCause, SmsRefusal, SmsSubmitOutcome } from '../sms.ts';

export type Meaning =
  | { kind: 'refused'; reason: SmsRefusal }
  /**
   * Certainly not accepted, and another time it may be: after `pauseMs`, and longer each time where
   * the whole connection is meant. `connectionAtFault`: nothing will be accepted until the
   * connection is fixed.
   */
  | { kind: 'busy'; cause: SmsBusyCause; pauseMs: number; connectionAtFault?: true }
  /** May have been accepted. */
  | { kind: 'unknown' };

export interface Reading {
  outcome: SmsSubmitOutcome;
  /** True when no submission will be accepted until the connection is fixed. */
  connectionAtFault: boolean;
  /** The pause whose length a busy carrier has named itself. */
  askedMs?: number;
  /**
   * Refused with its whole request, for what is wrong with another part of it: it goes out once
   * more.
   */
  refusedWithOthers?: true;
  /**
   * The carrier has taken a message of this reference before: what became of that one is asked by
   * `find`.
   */
  takenBefore?: true;
}

export type HttpAnswer = Extract<HttpResult, { kind: 'answer' }>;

export const refused = (reason: SmsRefusal): Meaning => ({ kind: 'refused', reason });
export const busy = (cause: SmsBusyCause, pauseMs: number): Meaning => ({
  kind: 'busy',
  cause,
  pauseMs,
});
/**
 * Our account or its configuration is at fault: the message keeps its place until somebody has
 * fixed it.
 */
export const misconfigured: Meaning = {
  kind: 'busy',
  cause: 'connection_error',
  pauseMs: 10_000,
  connectionAtFault: true,
};
export const unknown: Meaning = { kind: 'unknown' };

/** `parts`: as how many the carrier counts it, where it tells. */
export const accepted = (id: string, parts?: number): Reading => ({
  outcome: { kind: 'accepted', id, ...defined({ parts }) },
  connectionAtFault: false,
});

/** By a message that the carrier lists and that is like the part. */
export const inferred = (id: string): Reading => ({
  outcome: { kind: 'accepted', id, inferred: true },
  connectionAtFault: false,
});

/** The answer proves nothing: the part may have been accepted. */
export const garbled: Reading = {
  outcome: { kind: 'unknown', cause: 'garbled' },
  connectionAtFault: false,
};

/** `askedMs`: the pause that the carrier asks for; null: as the meaning says. */
export function readingOf(meaning: Meaning, code: string, askedMs: number | null = null): Reading {
  switch (meaning.kind) {
    case 'refused':
      return {
        outcome: { kind: 'refused', reason: meaning.reason, code },
        connectionAtFault: false,
      };
    case 'busy':
      return {
        outcome: {
          kind: 'busy',
          cause: meaning.cause,
          code,
          pauseMs: askedMs ?? meaning.pauseMs,
        },
        connectionAtFault: meaning.connectionAtFault === true,
        ...defined({ askedMs }),
      };
    case 'unknown':
      return garbled;
  }
}

/** What a call without an answer means: certainly not sent, or unknown. */
export function readUnanswered(result: Exclude<HttpResult, { kind: 'answer' }>): Reading {
  return result.kind === 'not_sent'
    ? { outcome: { kind: 'not_sent', cause: result.cause }, connectionAtFault: true }
    : { outcome: { kind: 'unknown', cause: result.cause }, connectionAtFault: false };
}
