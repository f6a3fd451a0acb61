// Authenticates and reads the carrier's notices: reports and messages from phones, signed with HMAC-SHA256 of the body.

import { isHmacOf, isPartId, textMember, wordMember } from '@jokko/connectors/kit';
import type { JsonObject, SmsContext, SmsInbound, SmsNotice } from '@jokko/connectors/kit';
import type { SmsReceipt, SmsReceived } from '@jokko/connectors/kit';
import {
  acceptNotice,
  inboundOf,
  objectOfNotice,
  phoneDigits,
} from '@jokko/connectors/kit/carrier';
import { refuseNotice } from '@jokko/connectors/kit/carrier';
import { statuses } from './code-table.ts';
import type { RestCarrierConfig } from './config.ts';

type Own = Pick<SmsContext<RestCarrierConfig>, 'config'>;

/** 200 and what it says; 4xx for what is no notice, or is signed by somebody else. */
export function receive({ config }: Own, { method, headers, body }: SmsNotice): SmsReceived {
  if (method !== 'POST') return refuseNotice(405);
  if (!isHmacOf(body, config.noticeSecret, headers['x-signature'] ?? '')) return refuseNotice(401);
  const members = objectOfNotice(body) ?? {};
  const receipt = readReport(members);
  const message = receipt === null ? readMessage(members) : null;
  return (receipt ?? message) ? acceptNotice([receipt], [message]) : refuseNotice(400);
}

function readReport(notice: JsonObject): SmsReceipt | null {
  const id = textMember(notice, 'id') ?? '';
  const status = wordMember(notice, 'status');
  if (status === undefined || !isPartId(id)) return null;
  const ourRef = textMember(notice, 'reference');
  return {
    id,
    alternatives: [],
    state: statuses.get(status) ?? 'unknown',
    errorCode: textMember(notice, 'reason') ?? null,
    msisdn: phoneDigits(textMember(notice, 'to')),
    ...(ourRef === undefined ? {} : { ourRef }),
  };
}

const readMessage = (notice: JsonObject): SmsInbound | null =>
  inboundOf({
    from: textMember(notice, 'from'),
    to: textMember(notice, 'to'),
    text: notice['text'],
    id: textMember(notice, 'id'),
  });
