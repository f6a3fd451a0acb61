// Maps Twilio's error codes and statuses. What is not listed is decided by the HTTP status of an
// answer, and is unknown in a notice.

import type { SmsReceipt } from '@jokko/connectors/kit';
import { busy, misconfigured, refused } from '@jokko/connectors/kit/carrier';
import type { Meaning } from '@jokko/connectors/kit/carrier';

/**
 * In the body of an answer 4xx, and of a message that failed as it was created. Senders and
 * countries are refused by message: others may go on.
 */
export const errorCodes: ReadonlyMap<string, Meaning> = new Map([
  ['20003', misconfigured],
  ['20429', busy('throttled', 1_000)],
  ['21211', refused('bad_number')],
  ['21212', refused('bad_sender')],
  ['21408', refused('not_permitted')],
  ['21606', refused('bad_sender')],
  ['21608', refused('not_permitted')],
  ['21610', refused('barred')],
  ['21611', busy('queue_full', 10_000)],
  ['21612', refused('not_permitted')],
  ['21614', refused('bad_number')],
  ['21635', refused('bad_number')],
  ['30001', busy('queue_full', 10_000)],
  ['30002', misconfigured],
  ['30003', refused('other')],
  ['30004', refused('barred')],
  ['30005', refused('bad_number')],
  ['30006', refused('bad_number')],
  ['30007', refused('other')],
  ['30008', refused('other')],
  ['63017', busy('throttled', 1_000)],
]);

/** `MessageStatus` of notices. */
export const statuses: ReadonlyMap<string, SmsReceipt['state']> = new Map([
  ['ACCEPTED', 'enroute'],
  ['SCHEDULED', 'enroute'],
  ['QUEUED', 'enroute'],
  ['SENDING', 'enroute'],
  ['SENT', 'enroute'],
  ['DELIVERED', 'delivered'],
  ['READ', 'delivered'],
  ['UNDELIVERED', 'undeliverable'],
  // The message was divided: that some of it has arrived is no end that anybody could be charged or
  // refunded for.
  ['PARTIALLY_DELIVERED', 'unknown'],
  ['FAILED', 'rejected'],
  ['CANCELED', 'rejected'],
]);

/** Codes of a failure that say that the time of the message was over. */
export const expiryCodes: ReadonlySet<string> = new Set(['30001', '30036']);
