// Reads what Twilio says of a message it has taken, in a notice or when it is asked.

import { defined } from '@jokko/contract';
import { isPartId } from '@jokko/connectors/kit';
import type { SmsReceipt } from '@jokko/connectors/kit';
import { phoneDigits } from '@jokko/connectors/kit/carrier';
import { expiryCodes, statuses } from './code-table.ts';

/** Member by member, as Twilio wrote them. */
interface Told {
  id: string | null | undefined;
  status: string | null | undefined;
  errorCode: string | null | undefined;
  to: string | null | undefined;
  ourRef?: string | null;
}

/** Null for what names no message, or no status. */
export function readReport({ id, status, errorCode, to, ourRef = null }: Told): SmsReceipt | null {
  const word = status?.trim().toUpperCase();
  if (!word || !id || !isPartId(id)) return null;
  const state = statuses.get(word) ?? 'unknown';
  return {
    id,
    alternatives: [],
    state: state === 'rejected' && expiryCodes.has(errorCode ?? '') ? 'expired' : state,
    errorCode: errorCode || null,
    msisdn: phoneDigits(to),
    ...defined({ ourRef }),
  };
}
