// Reads a report of a message: what is the same whatever the carrier's wire.

import { defined } from '@jokko/contract';
import type { SmsReceipt } from '../sms.ts';
import { isPartId } from '../sms-part-id.ts';
import { phoneDigits } from './phone-digits.ts';

/** Member by member, as the carrier wrote them. */
interface Reported {
  id: string | null | undefined;
  status: string | null | undefined;
  errorCode?: string | null | undefined;
  to: string | null | undefined;
  ourRef?: string | null | undefined;
}

/** `states`: by statuses in capitals; one that is not listed means nothing. Null for what names no message, or no status. */
export function receiptOf(
  states: ReadonlyMap<string, SmsReceipt['state']>,
  { id, status, errorCode, to, ourRef }: Reported,
): SmsReceipt | null {
  const word = status?.trim().toUpperCase();
  if (!word || !id || !isPartId(id)) return null;
  return {
    id,
    alternatives: [],
    state: states.get(word) ?? 'unknown',
    errorCode: errorCode || null,
    msisdn: phoneDigits(to),
    ...defined({ ourRef: ourRef || undefined }),
  };
}
