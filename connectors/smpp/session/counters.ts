// Counters of what happened on a session since it was opened.

/** A type, not an interface, so that it also passes as numbers by name. */
export type Counters = {
  /** Bindings that succeeded, the first one included. */
  binds: number;
  /** Submissions without an answer in time. */
  timeouts: number;
  /** Answers to nothing that waits: too late, or never asked for. */
  lateAnswers: number;
  /** "Too fast" and "queue full". */
  throttled: number;
  unreadableReceipts: number;
  /** Inbound messages that carry no text, or do not fit their PDU. */
  unreadableMessages: number;
  /** Deliveries that could not be stored, so that the operator was asked to send them again. */
  notStored: number;
  readingPauses: number;
  unknownRequests: number;
};

export function createCounters(): Counters {
  return {
    binds: 0,
    timeouts: 0,
    lateAnswers: 0,
    throttled: 0,
    unreadableReceipts: 0,
    unreadableMessages: 0,
    notStored: 0,
    readingPauses: 0,
    unknownRequests: 0,
  };
}
