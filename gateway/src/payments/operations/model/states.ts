// States of an operation, and the events that lead from one to another. The one table of
// transitions; nothing else assigns a state.

export type State =
  | 'READY'
  | 'PARKED'
  | 'SENDING'
  | 'ACCEPTED'
  | 'UNKNOWN'
  | 'SUCCESS'
  | 'FAILED'
  | 'CANCELED'
  | 'REFUNDING'
  | 'REFUNDED';

/**
 * send: the attempt is written and may leave · unsend: proven that no byte left · accept: the
 * provider took it · lose_answer: what the provider said got lost · poll: a status query brought
 * nothing new · resend: absence is proven, the same bytes go out again · refuse: failed before any
 * attempt · refund: the developer asked for the money back · reverse: the provider took a success
 * back · drop_cancel: a cancellation that came too late cannot become a refund either · proceed:
 * the payer has answered a challenge, and what comes next is written as an attempt of its own ·
 * step_back: that attempt certainly did nothing, so the payer is waited for again · park: its route
 * takes nothing at present, so it waits, held and without a live attempt · resume: a route takes it
 * again.
 */
export type EventType =
  | 'send'
  | 'unsend'
  | 'accept'
  | 'lose_answer'
  | 'poll'
  | 'resend'
  | 'succeed'
  | 'fail'
  | 'refuse'
  | 'cancel'
  | 'refund'
  | 'reverse'
  | 'drop_cancel'
  | 'proceed'
  | 'step_back'
  | 'park'
  | 'resume';

/** While REFUNDING the events are those of the refund's own attempt. */
const transitions: { [from in State]: { [event in EventType]?: State } } = {
  // The provider has what was taken for never sent: nothing may leave a second time.
  READY: {
    send: 'SENDING',
    refuse: 'FAILED',
    cancel: 'CANCELED',
    park: 'PARKED',
    accept: 'ACCEPTED',
    succeed: 'SUCCESS',
  },
  PARKED: {
    resume: 'READY',
    refuse: 'FAILED',
    cancel: 'CANCELED',
    accept: 'ACCEPTED',
    succeed: 'SUCCESS',
  },
  SENDING: {
    unsend: 'READY',
    step_back: 'ACCEPTED',
    accept: 'ACCEPTED',
    lose_answer: 'UNKNOWN',
    succeed: 'SUCCESS',
    fail: 'FAILED',
    cancel: 'CANCELED',
  },
  ACCEPTED: {
    proceed: 'SENDING',
    accept: 'ACCEPTED',
    poll: 'ACCEPTED',
    succeed: 'SUCCESS',
    fail: 'FAILED',
    cancel: 'CANCELED',
  },
  UNKNOWN: {
    accept: 'ACCEPTED',
    lose_answer: 'UNKNOWN',
    poll: 'UNKNOWN',
    resend: 'SENDING',
    step_back: 'ACCEPTED',
    succeed: 'SUCCESS',
    fail: 'FAILED',
    cancel: 'CANCELED',
  },
  SUCCESS: { refund: 'REFUNDING', reverse: 'REFUNDED', drop_cancel: 'SUCCESS' },
  REFUNDING: {
    accept: 'REFUNDING',
    lose_answer: 'REFUNDING',
    poll: 'REFUNDING',
    resend: 'REFUNDING',
    unsend: 'SUCCESS',
    fail: 'SUCCESS',
    succeed: 'REFUNDED',
    reverse: 'REFUNDED',
  },
  FAILED: {},
  CANCELED: {},
  REFUNDED: {},
};

/** The state after an event, or null when the table does not allow it. Pure. */
export function step(from: State, event: EventType): State | null {
  return transitions[from][event] ?? null;
}

/**
 * Nothing more happens by itself. SUCCESS is final too: only a refund or the provider's reversal
 * leaves it.
 */
export function isFinal(state: State): boolean {
  return state === 'SUCCESS' || state === 'FAILED' || state === 'CANCELED' || state === 'REFUNDED';
}
