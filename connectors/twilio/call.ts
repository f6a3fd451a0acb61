// Sends one HTTP call to Twilio.

import type { HttpResult, SmsContext, SmsPart } from '@jokko/connectors/kit';
import { senderKind } from '@jokko/connectors/kit/carrier';
import { settingsOf } from './config.ts';
import type { TwilioConfig } from './config.ts';

type Context = SmsContext<TwilioConfig>;

/** Seconds, as Twilio takes them. */
const validityMax = 36_000;

/** Twilio tries a callback again, also after an answer that is an error, and not once only where no answer came. It signs the address without this. */
const callbackRetries = '#rc=5&rp=all';

/** One text to one number. Twilio has no reference of ours but in the address that it is to notify. */
export function postMessage(context: Context, part: SmsPart): Promise<HttpResult> {
  const { accountUrl, headers, timeoutMs, messagingServiceSid } = settingsOf(context.config);
  const form = new URLSearchParams({
    To: `+${part.to}`,
    Body: part.text,
    ValidityPeriod: String(Math.min(validityMax, Math.max(1, Math.floor(part.validitySeconds)))),
  });
  if (messagingServiceSid === null) form.set('From', shownSender(part.from));
  else form.set('MessagingServiceSid', messagingServiceSid);
  if (context.noticeUrl !== undefined)
    form.set(
      'StatusCallback',
      `${context.noticeUrl}?ref=${encodeURIComponent(part.ourRef)}${callbackRetries}`,
    );
  return context.http({
    method: 'POST',
    url: `${accountUrl}/Messages.json`,
    headers: { ...headers, 'Content-Type': 'application/x-www-form-urlencoded' },
    body: form.toString(),
    timeoutMs,
  });
}

const foundMax = 50;

/** The newest messages to a part's number. Not by day: a message that is not sent yet has no day. */
export function listMessages(context: Context, part: SmsPart): Promise<HttpResult> {
  const { messagingServiceSid } = settingsOf(context.config);
  const query = new URLSearchParams({ To: `+${part.to}`, PageSize: String(foundMax) });
  if (messagingServiceSid === null) query.set('From', shownSender(part.from));
  return get(context, `/Messages.json?${query.toString()}`);
}

/** How a message stands. */
export function getMessage(context: Context, sid: string): Promise<HttpResult> {
  return get(context, `/Messages/${sid}.json`);
}

export function getBalance(context: Context): Promise<HttpResult> {
  return get(context, '/Balance.json');
}

function get(context: Context, path: string): Promise<HttpResult> {
  const { accountUrl, headers, timeoutMs } = settingsOf(context.config);
  return context.http({
    method: 'GET',
    url: accountUrl + path,
    headers: { ...headers },
    timeoutMs,
  });
}

/** A number with its plus; names and short codes as they are. */
export const shownSender = (sender: string): string =>
  senderKind(sender) === 'number' ? `+${sender}` : sender;
