// What each documented code of the carrier means. A code that is not here is decided by its HTTP
// status, and the log says so.

import type { SmsReceipt } from '@jokko/connectors/kit';
import { busy, misconfigured, refused, type Meaning } from '@jokko/connectors/kit/carrier';

/** Refusals of a message: documented as "nothing was taken". */
export const errorCodes: ReadonlyMap<string, Meaning> = new Map([
  ['KEY_UNKNOWN', misconfigured],
  ['NUMBER_WRONG', refused('bad_number')],
  ['SENDER_UNKNOWN', refused('bad_sender')],
  ['TEXT_TOO_LONG', refused('bad_text')],
  ['NUMBER_BARRED', refused('barred')],
  ['CREDIT_USED_UP', refused('no_credit')],
  ['TOO_FAST', busy('throttled', 1_000)],
]);

/** Words of a report's `status`. */
export const statuses: ReadonlyMap<string, SmsReceipt['state']> = new Map([
  ['SENT', 'enroute'],
  ['DELIVERED', 'delivered'],
  ['UNREACHABLE', 'undeliverable'],
  ['TOO_LATE', 'expired'],
  ['REFUSED', 'rejected'],
]);
