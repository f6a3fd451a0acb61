// Authenticates and reads Twilio's notices: statuses and inbound messages. Only a valid signature
// proves that Twilio sent them.

import type { SmsContext, SmsNotice, SmsReceipt, SmsReceived } from '@jokko/connectors/kit';
import { acceptNotice, formOfNotice, inboundOf, refuseNotice } from '@jokko/connectors/kit/carrier';
import type { TwilioConfig } from './config.ts';
import { readReport } from './read-report.ts';
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

const readReceipt = (form: URLSearchParams, ourRef: string | null): SmsReceipt | null =>
  readReport({
    id: form.get('MessageSid'),
    status: form.get('MessageStatus'),
    errorCode: form.get('ErrorCode'),
    to: form.get('To'),
    ourRef,
  });

const inboundMembers = (form: URLSearchParams) => ({
  from: form.get('From'),
  to: form.get('To'),
  text: form.get('Body'),
  id: form.get('MessageSid'),
});
