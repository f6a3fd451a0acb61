// The one table of colours: which tone each state has, on every page. A tone has one meaning:
//
// - `good`: reached what was wanted, or works.
// - `info`: under way; nobody needs to do anything.
// - `warn`: waits for somebody, is not certain, or works badly.
// - `bad`: failed, was refused, or does not work.
// - `neutral`: not begun, ended without effect, or idle.

import type { Tone } from './badge.tsx';

/** By the kind of thing and the name of its state. */
export const stateTones = {
  /** What a developer sees of an operation. */
  transaction: {
    waiting: 'info',
    success: 'good',
    failed: 'bad',
    canceled: 'neutral',
    refunding: 'info',
    refunded: 'neutral',
  },
  /** An operation inside the gateway. */
  operation: {
    READY: 'neutral',
    PARKED: 'warn',
    SENDING: 'info',
    ACCEPTED: 'info',
    UNKNOWN: 'warn',
    SUCCESS: 'good',
    FAILED: 'bad',
    CANCELED: 'neutral',
    REFUNDING: 'info',
    REFUNDED: 'neutral',
  },
  attempt: {
    SENDING: 'info',
    ACCEPTED: 'info',
    CONTINUED: 'info',
    UNKNOWN: 'warn',
    NOT_SENT: 'warn',
    SUCCEEDED: 'good',
    FAILED: 'bad',
  },
  callback: { due: 'info', delivered: 'good', abandoned: 'bad' },
  replay: { running: 'info', done: 'good', stopped: 'neutral' },
  sms: {
    ACCEPTED: 'info',
    QUEUED: 'info',
    SENT: 'info',
    DELIVERED: 'good',
    UNDELIVERABLE: 'bad',
    EXPIRED: 'bad',
    REJECTED: 'bad',
    UNKNOWN: 'warn',
  },
  claim: {
    OPENED: 'warn',
    IN_PROGRESS: 'info',
    RESOLVED: 'good',
    REJECTED: 'bad',
    CLOSED: 'neutral',
  },
  settlement: {
    REQUESTED: 'warn',
    APPROVED: 'info',
    PAID: 'good',
    REFUSED: 'bad',
    WITHDRAWN: 'neutral',
    RETURNED: 'bad',
  },
  approval: {
    open: 'warn',
    approved: 'info',
    done: 'good',
    failed: 'bad',
    refused: 'bad',
    withdrawn: 'neutral',
    expired: 'neutral',
  },
  payout: {
    draft: 'neutral',
    awaiting_approval: 'warn',
    running: 'info',
    paused: 'warn',
    waiting_for_funds: 'warn',
    canceling: 'info',
    done: 'good',
    canceled: 'neutral',
    refused: 'bad',
  },
  paymentLink: {
    ACTIVE: 'good',
    PAUSED: 'warn',
    EXPIRED: 'neutral',
    USED: 'neutral',
  },
  payoutLine: {
    draft: 'neutral',
    waiting: 'info',
    sending: 'info',
    sent: 'info',
    succeeded: 'good',
    failed: 'bad',
    canceled: 'neutral',
  },
  /** A provider's statement. */
  file: {
    uploading: 'info',
    reading: 'info',
    matching: 'info',
    searching: 'info',
    done: 'good',
    failed: 'bad',
    withdrawn: 'neutral',
  },
  discrepancy: { open: 'warn', explained: 'info', resolved: 'good' },
  /** A service as its developer sees it, and what was asked about it. */
  service: { active: 'good', open: 'warn', refused: 'bad', inactive: 'neutral' },
  serviceRequest: { open: 'warn', activated: 'good', refused: 'bad' },
  key: {
    active: 'good',
    ending: 'warn',
    replaced: 'neutral',
    expired: 'neutral',
    revoked: 'bad',
  },
  pin: { seen: 'good', waiting: 'info', old: 'neutral' },
  /** The health of a route, an SMS connection or a callback receiver. */
  health: { healthy: 'good', degraded: 'warn', down: 'bad' },
  /** Closed as a circuit is: current flows. */
  breaker: { closed: 'good', half_open: 'warn', open: 'bad' },
  carrier: { bound: 'good', busy: 'warn', down: 'bad', unusable: 'bad' },
  task: { well: 'good', late: 'warn', failing: 'bad' },
  /** A provider on the status page. */
  provider: {
    works: 'good',
    slow: 'warn',
    disturbed: 'warn',
    off: 'warn',
    failing: 'bad',
    down: 'bad',
    quiet: 'neutral',
  },
} as const satisfies Record<string, Record<string, Tone>>;
