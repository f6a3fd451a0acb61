// Callbacks of Twilio: status of a message, and messages from phones. A form, signed over the
// address with its query and over all parameters.

import { createHmac, randomUUID } from 'node:crypto';
import { accountSid, authToken } from './credentials.ts';
import { codeOfResult } from './errors.ts';
import { apiVersion, segmentsOf, sidOf, statusOf } from './present.ts';
import type { Notice } from '../core/notices.ts';
import type { Delivery } from '../sms/message.ts';
import type { PushForm } from '../sms-carrier/webhook.ts';

type Form = { readonly [name: string]: string };

const retriesMax = 5;

export const createPushForm = (nowMs: () => number): PushForm => ({
  most: 1,
  keepsReceipts: false,
  notice(url, deliveries, forged) {
    const form = deliveries[0] === undefined ? {} : formOf(deliveries[0], nowMs());
    const target = new URL(url);
    const retries = retriesOf(target.hash);
    target.hash = '';
    const token = randomUUID();
    const signed = signatureOf(forged ? 'of somebody else' : authToken, target.href, form);
    return {
      body: new URLSearchParams(form).toString(),
      ...retries,
      headers: () => ({
        'content-type': 'application/x-www-form-urlencoded; charset=utf-8',
        'user-agent': 'TwilioProxy/1.1',
        'i-twilio-idempotency-token': token,
        'x-twilio-signature': signed,
      }),
    };
  },
});

export function signatureOf(token: string, url: string, form: Form): string {
  const signed = Object.keys(form)
    .toSorted()
    .map((name) => name + form[name])
    .join('');
  return createHmac('sha1', token)
    .update(url + signed)
    .digest('base64');
}

/**
 * Once more where no answer came, unless the fragment of the address says otherwise:
 * `#rc=2&rp=all`.
 */
function retriesOf(hash: string): Pick<Notice, 'retries' | 'answerEnds'> {
  const asked = new URLSearchParams(hash.slice(1));
  const retries = Math.min(Number(asked.get('rc') ?? 1) || 0, retriesMax);
  return { retries, answerEnds: asked.get('rp') !== 'all' };
}

function formOf(delivery: Delivery, nowMs: number): Form {
  if (delivery.kind === 'inbound') {
    const { seq, from, to, text } = delivery;
    const sid = sidOf(seq);
    return {
      MessageSid: sid,
      SmsMessageSid: sid,
      SmsSid: sid,
      AccountSid: accountSid,
      ApiVersion: apiVersion,
      From: `+${from}`,
      To: to.length > 6 ? `+${to}` : to,
      Body: text,
      NumMedia: '0',
      NumSegments: segmentsOf(text),
      SmsStatus: 'received',
    };
  }
  const { message, state, error } = delivery;
  const status = statusOf(state, message.group);
  const code = codeOfResult(state, error);
  return {
    MessageSid: message.id,
    SmsSid: message.id,
    MessageStatus: status,
    SmsStatus: status,
    AccountSid: accountSid,
    ApiVersion: apiVersion,
    From: message.from,
    To: `+${message.to}`,
    ...(message.group !== '' && { MessagingServiceSid: message.group }),
    ...(code !== null && { ErrorCode: String(code) }),
    ...(state === 'DELIVRD' && { RawDlrDoneDate: doneDate(nowMs) }),
  };
}

/** YYMMDDhhmm. */
const doneDate = (ms: number): string =>
  new Date(ms).toISOString().replaceAll(/[-T:]/g, '').slice(2, 12);
