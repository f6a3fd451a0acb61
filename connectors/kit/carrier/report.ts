// Reads a report of a message: what is the same whatever the carrier's wire.

import { defined } from '@jokko/contract';
import type { SmsReceipt } from '../sms.ts';
import { isPartId } from '../sms-part-id.ts';
import { phoneDigits } from './phone-digits.ts';
import { unlistedReport, type Report } from './unlisted-states.ts';

/** Member by member, as the carrier wrote them. */
interface Reported {
  id: string | null | undefined;
  status: string | null | undefined;
  errorCode?: string | null | undefined;
  to: string | null | undefined;
  ourRef?: string | null | undefined;
}

/**
 * `states`: by statuses in capitals; one that is not listed is unknown. Null for what names no
 * message, or no status.
 */
export function receiptOf(
  states: ReadonlyMap<string, SmsReceipt['state']>,
  { id, status, errorCode, to, ourRef }: Reported,
): Report | null {
  const word = status?.trim().toUpperCase();
  if (!word || !id || !isPartId(id)) return null;
  const receipt: SmsReceipt = {
    id,
    alternatives: [],
    state: states.get(word) ?? 'unknown',
    errorCode: errorCode || null,
    msisdn: phoneDigits(to),
    ...defined({ ourRef: ourRef || undefined }),
  };
  return states.has(word) ? receipt : unlistedReport(receipt, word);
}
