// What each documented code of the biller means. A code that is not here proves nothing: the
// outcome is unknown, and the log says so.

import { refusalRow, type RefusalRow } from '@jokko/connectors/kit';

/**
 * Refusals of a payment: documented as "nothing was paid". The numbers are entries of the error
 * catalogue.
 */
export const refusals: { readonly [code: string]: RefusalRow } = {
  ACCOUNT_UNKNOWN: refusalRow(121, 'never'),
  BILL_UNKNOWN: refusalRow(121, 'never'),
  BILL_PAID: refusalRow(118, 'never'),
  AMOUNT_WRONG: refusalRow(116, 'never'),
  DEPOSIT_LOW: refusalRow(53, 'otherRoute', 'float'),
  DAY_LIMIT: refusalRow(51, 'never'),
  CLOSED: refusalRow(28, 'otherRoute', 'down'),
};

/** Words of a payment's `status`. */
export const statuses: {
  readonly [word: string]: 'pending' | 'succeeded' | 'failed' | 'reversed';
} = {
  PENDING: 'pending',
  PAID: 'succeeded',
  FAILED: 'failed',
  CANCELLED: 'reversed',
};
