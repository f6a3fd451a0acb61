// Decides in which final states a message is refunded: those that its country's policy named when
// it was accepted and paid for. They are stored with the message as a number, so that no later
// document changes or loses what was agreed.

import { refundableStates, type RefundableState } from './document.ts';

/**
 * As `sms_message.refund_states` holds them: the first of `refundableStates` counts 1, the next 2,
 * 4, 8.
 */
export function refundMask(states: ReadonlySet<RefundableState>): number {
  return refundableStates.reduce(
    (mask, state, place) => (states.has(state) ? mask | (1 << place) : mask),
    0,
  );
}

/** Whether a message that has come to `state` is given its price back. */
export function isRefundable(mask: number, state: string): boolean {
  const place = refundableStates.indexOf(state as RefundableState);
  return place !== -1 && (mask & (1 << place)) !== 0;
}
