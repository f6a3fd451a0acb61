// What MoneyGram's words mean for our operations: the statuses of a transaction, and the answers
// that refuse. Its list of error codes is not public, so an answer is judged by its HTTP status and
// by when it came: before the commit nothing has moved. See docs/providers/moneygram.md.

import { refusalRow } from '@jokko/connectors/kit';
import type { OutcomeTable, RefusalRow } from '@jokko/connectors/kit';

export type MoneygramOperation = 'remit_send' | 'remit_receive';

export type StatusMeaning =
  | 'done'
  | 'waits'
  /** Nothing of ours has been committed. */
  | 'open'
  | 'refused'
  | 'reversed'
  /** Says nothing about ours. */
  | 'unclear';

/** A sent remittance is done when it can be picked up; one that is received, when it was. */
export const statusTable = {
  UNFUNDED: { remit_send: 'open', remit_receive: 'unclear' },
  PROCESSING: { remit_send: 'waits', remit_receive: 'waits' },
  SENT: { remit_send: 'done', remit_receive: 'open' },
  AVAILABLE: { remit_send: 'done', remit_receive: 'open' },
  IN_TRANSIT: { remit_send: 'done', remit_receive: 'open' },
  RECEIVED: { remit_send: 'done', remit_receive: 'done' },
  DELIVERED: { remit_send: 'done', remit_receive: 'done' },
  REJECTED: { remit_send: 'refused', remit_receive: 'refused' },
  REFUNDED: { remit_send: 'reversed', remit_receive: 'refused' },
  // Closed may mean paid, refunded or abandoned.
  CLOSED: { remit_send: 'unclear', remit_receive: 'unclear' },
} satisfies OutcomeTable<MoneygramOperation, StatusMeaning>;

/** An answer that refuses, by its HTTP status. */
export const refusalTable = {
  '400': both(refusalRow(135, 'never')),
  '401': both(refusalRow(19, 'otherRoute', 'credentials')),
  '403': both(refusalRow(49, 'otherRoute', 'credentials')),
  // The session of a quote lives half an hour.
  '404': { remit_send: refusalRow(66, 'newAttempt'), remit_receive: refusalRow(136, 'never') },
  '409': { remit_send: refusalRow(66, 'newAttempt'), remit_receive: refusalRow(134, 'never') },
  '422': both(refusalRow(135, 'never')),
} satisfies OutcomeTable<MoneygramOperation, RefusalRow>;

function both(row: RefusalRow) {
  return { remit_send: row, remit_receive: row };
}

/** Rejected for a reason that a client is not told. */
export const rejected = refusalRow(14, 'never');
/** Paid out, refunded or cancelled before. */
export const noLongerThere = refusalRow(134, 'never');
/** On hold: it may be paid out later. */
export const onHold = refusalRow(29, 'newAttempt');
/** No such reference number. */
export const noSuchReference = refusalRow(136, 'never');
/** Details that the destination demands are missing. */
export const detailsMissing = refusalRow(135, 'never');
/**
 * The session is over, or is not for these people, or the price has changed: a new quote is needed.
 */
export const quoteNeeded = refusalRow(66, 'newAttempt');
/** The amount is not the one that waits. */
export const amountDiffers = refusalRow(116, 'never');
export const notRefundable = refusalRow(118, 'never');
export const down = refusalRow(28, 'sameAttempt', 'down');
