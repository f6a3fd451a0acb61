// Maps the codes of Orange's gateway and of its SMS service, and the words of its notices. What is
// not listed is decided by the HTTP status of an answer, and is unknown in a notice.

import type { SmsReceipt } from '@jokko/connectors/kit';
import { misconfigured, refused } from '@jokko/connectors/kit/carrier';
import type { Meaning } from '@jokko/connectors/kit/carrier';

/** `code` of the gateway, and `messageId` of the service. */
export const errorCodes: ReadonlyMap<string, Meaning> = new Map([
  ['25', refused('other')],
  ['26', refused('other')],
  ['27', refused('other')],
  ['28', refused('bad_text')],
  ['40', misconfigured],
  ['41', misconfigured],
  ['42', misconfigured],
  ['50', misconfigured],
  ['51', misconfigured],
  ['52', misconfigured],
  ['53', misconfigured],
  ['60', misconfigured],
  ['SVC0001', refused('other')],
  ['SVC0002', refused('other')],
  ['SVC0003', refused('other')],
  ['SVC0004', refused('bad_number')],
  ['SVC0280', refused('bad_text')],
  // The contract of the country is missing, used up or expired.
  ['POL0001', misconfigured],
]);

/** `deliveryStatus`. */
export const deliveryStatuses: ReadonlyMap<string, SmsReceipt['state']> = new Map([
  ['DELIVEREDTOTERMINAL', 'delivered'],
  ['DELIVERYIMPOSSIBLE', 'undeliverable'],
  ['DELIVEREDTONETWORK', 'enroute'],
  ['MESSAGEWAITING', 'enroute'],
  ['DELIVERYUNCERTAIN', 'unknown'],
]);
