// Derives why an operation was canceled or refunded: one word for the developer, from the states
// between which it happened.

import type { State } from './states.ts';

export function endingReason(from: State, to: 'CANCELED' | 'REFUNDED'): string {
  if (to === 'CANCELED')
    return from === 'READY' || from === 'PARKED'
      ? 'canceled_before_sending'
      : 'canceled_by_provider';
  return from === 'REFUNDING' ? 'refund_requested' : 'reversed_by_provider';
}
