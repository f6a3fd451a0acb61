// Maps the state of an operation to the state of its line.

import type { State } from '../../payments/operations/index.ts';

/**
 * Null: not known yet. Money that came back again before the line was looked at is a failure, too:
 * the recipient has nothing.
 */
export function lineStateOf(state: State): 'succeeded' | 'failed' | null {
  switch (state) {
    case 'SUCCESS':
      return 'succeeded';
    case 'FAILED':
    case 'CANCELED':
    case 'REFUNDED':
      return 'failed';
    case 'READY':
    case 'PARKED':
    case 'SENDING':
    case 'ACCEPTED':
    case 'UNKNOWN':
    case 'REFUNDING':
      return null;
  }
}
