// Reads what Twilio says of messages: the answer to a submission, one message, a list of them, and
// reports.

import {
  codeMember,
  countMember,
  listMember,
  objectFromWire,
  textMember,
  wordMember,
} from '@jokko/connectors/kit';
import type { JsonObject, SmsPart, SmsReceipt } from '@jokko/connectors/kit';
import {
  accepted,
  garbled,
  readingOf,
  readUnlistedRefusal,
  receiptOf,
  refused,
} from '@jokko/connectors/kit/carrier';
import type { CarrierContext, HttpAnswer, Listing, Reading } from '@jokko/connectors/kit/carrier';
import { errorCodes, expiryCodes, statuses } from './code-table.ts';

type Context = Pick<CarrierContext<unknown>, 'connector' | 'log' | 'quote'>;

export const messageSid = /^(?:SM|MM)[0-9a-f]{32}$/i;

/** Null: an error. */
export function readAnswer({ status, body }: HttpAnswer, part: SmsPart, context: Context) {
  if (status < 200 || status >= 300) return null;
  const message = objectFromWire(body) ?? {};
  const id = textMember(message, 'sid');
  if (id === undefined || !messageSid.test(id)) return [garbled];
  if (endedAtOnce.has(statuses.get(wordMember(message, 'status') ?? '') ?? ''))
    return [readFailed(codeMember(message, 'error_code') ?? '', part, context)];
  // Through a service nothing is counted yet: "0".
  return [accepted(id, countMember(message, 'num_segments'))];
}

/** Created, and not sent: a report that would say so may never come. */
const endedAtOnce: ReadonlySet<string> = new Set(['rejected', 'undeliverable']);

/**
 * Refused, whatever a refused request with the code would be: Twilio has this message, and tells no
 * other end of it.
 */
function readFailed(code: string, part: SmsPart, context: Context): Reading {
  const listed = errorCodes.get(code);
  if (listed === undefined) return readUnlistedRefusal(code, context, [part]);
  const meaning = listed.kind === 'refused' ? listed : refused('other');
  const connectionAtFault = listed.kind === 'busy' && listed.connectionAtFault === true;
  return { ...readingOf(meaning, code), connectionAtFault };
}

/** In a notice, or when Twilio is asked. Null for what names no message, or no status. */
export function readReport(told: Parameters<typeof receiptOf>[1]): SmsReceipt | null {
  const receipt = receiptOf(statuses, told);
  return receipt?.state === 'rejected' && expiryCodes.has(receipt.errorCode ?? '')
    ? { ...receipt, state: 'expired' }
    : receipt;
}

const notFound = '20404';

/** Undefined: Twilio has no such message. Null: it does not say. */
export function readMessage(answer: HttpAnswer, body: JsonObject): SmsReceipt | undefined | null {
  if (answer.status === 404 && codeMember(body, 'code') === notFound) return undefined;
  if (answer.status !== 200) return null;
  return readReport({
    id: textMember(body, 'sid'),
    status: wordMember(body, 'status'),
    errorCode: codeMember(body, 'error_code'),
    to: textMember(body, 'to'),
  });
}

/** Ages are differences on Twilio's own clock. */
export function readList({ headers }: HttpAnswer, body: JsonObject): Listing | null {
  const answeredAt = Date.parse(headers['date'] ?? '');
  if (!Array.isArray(body['messages']) || Number.isNaN(answeredAt)) return null;
  return {
    messages: listMember(body, 'messages').map((message) => ({
      id: textMember(message, 'sid'),
      isOutbound: (textMember(message, 'direction') ?? '').startsWith('outbound'),
      to: textMember(message, 'to'),
      from: message['from'],
      text: message['body'],
      ageMs: answeredAt - Date.parse(textMember(message, 'date_created') ?? ''),
    })),
    hasMore: textMember(body, 'next_page_uri') !== undefined,
  };
}
