// Applies a receipt: the pure step from a message and what is reported of one of its parts to the
// message's next state.

import type { SmsReceipt } from '@jokko/connectors/kit';
import { isResolved, type Message, type MessageState } from './message.ts';
import { failureReason } from './reasons.ts';

/** A receipt worth keeping: that a message is on its way tells nothing. */
export type ReceiptState = Exclude<SmsReceipt['state'], 'enroute'>;

/**
 * Whether a later receipt for the same part is a repetition or a contradiction: either changes
 * nothing.
 */
export const isLastWord = (receipt: ReceiptState | null): boolean =>
  receipt !== null && receipt !== 'unknown';

/**
 * Applies a receipt for `part` (from 0) under the normal id `id`; counted once for each part, which
 * the caller sees to. For a message of several parts one failure is a failure, and only all of them
 * are a delivery.
 */
export function receiveReceipt(
  message: Message,
  part: number,
  id: string,
  receipt: ReceiptState,
): void {
  // A part that was sent again has another id now.
  if (message.partIds[part] !== id) return;
  switch (receipt) {
    case 'delivered':
      message.partsDelivered++;
      noteDelivered(message);
      return;
    case 'undeliverable':
    case 'expired':
    case 'rejected':
      if (isResolved(message.state)) return;
      // It is about the first copy; the second is on its way, and what becomes of it counts.
      if (message.state === 'SENDING' && message.reason === 'sent_again') {
        message.partIds[part] = null;
        return;
      }
      message.state = failedState[receipt];
      message.reason = failureReason(receipt);
      // What of it still waits is not sent any more.
      message.dueAt = null;
      return;
    case 'unknown':
      if (message.state !== 'SENT') return;
      message.state = 'UNKNOWN';
      message.reason = 'unknown_to_operator';
  }
}

const failedState = {
  undeliverable: 'UNDELIVERABLE',
  expired: 'EXPIRED',
  rejected: 'REJECTED',
} as const satisfies {
  [receipt: string]: MessageState;
};

/** DELIVERED once every part is; called again when the last answer comes after the last receipt. */
export function noteDelivered(message: Message): void {
  if (message.state !== 'SENT' && message.state !== 'UNKNOWN') return;
  if (message.partIds.length === 0 || message.partsDelivered < message.partIds.length) return;
  message.state = 'DELIVERED';
  message.reason = null;
}
