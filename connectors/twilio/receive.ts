// Authenticates and reads Twilio's notices: statuses and inbound messages. Only a valid signature
// proves that Twilio sent them.

import { defined } from '@jokko/contract';
import { isPartId } from '@jokko/connectors/kit';
import type { SmsContext, SmsNotice, SmsReceipt, SmsReceived } from '@jokko/connectors/kit';
import {
  acceptNotice,
  formOfNotice,
  inboundOf,
  phoneDigits,
  refuseNotice,
} from '@jokko/connectors/kit/carrier';
import { expiryCodes, statuses } from './code-table.ts';
import type { TwilioConfig } from './config.ts';
import { isSigned } from './signature.ts';

/** 200 and what it says, 403 without a good signature. Twilio takes an empty answer for no reply. */
export function receive(
  { config, noticeUrl = '' }: Pick<SmsContext<TwilioConfig>, 'config' | 'noticeUrl'>,
  { method, path, rawQuery, headers, body }: SmsNotice,
): SmsReceived {
  const form = formOfNotice(body);
  const query = rawQuery === undefined ? '' : `?${rawQuery}`;
  const url = `${noticeUrl}${path === '/' ? '' : path}${query}`;
  const isGenuine =
    method === 'POST' && isSigned(config.authToken, headers['x-twilio-signature'], url, form);
  if (!isGenuine) return refuseNotice(403);
  const ourRef = new URLSearchParams(rawQuery).get('ref');
  const receipt = readReceipt(form, ourRef);
  const message = receipt === null ? inboundOf(inboundMembers(form)) : null;
  return acceptNotice([receipt], [message]);
}

function readReceipt(form: URLSearchParams, ourRef: string | null): SmsReceipt | null {
  const id = form.get('MessageSid') ?? '';
  const status = form.get('MessageStatus')?.trim().toUpperCase();
  if (status === undefined || !isPartId(id)) return null;
  const errorCode = form.get('ErrorCode') || null;
  const state = statuses.get(status) ?? 'unknown';
  return {
    id,
    alternatives: [],
    state: state === 'rejected' && expiryCodes.has(errorCode ?? '') ? 'expired' : state,
    errorCode,
    msisdn: phoneDigits(form.get('To')),
    ...defined({ ourRef }),
  };
}

const inboundMembers = (form: URLSearchParams) => ({
  from: form.get('From'),
  to: form.get('To'),
  text: form.get('Body'),
  id: form.get('MessageSid'),
});
