// Sends one HTTP call to Infobip.

import type { HttpResult, SmsContext, SmsPart } from '@jokko/connectors/kit';
import { senderKind } from '@jokko/connectors/kit/carrier';
import { settingsOf } from './config.ts';
import type { InfobipConfig } from './config.ts';

type Context = SmsContext<InfobipConfig>;

/** Seconds: 48 hours. */
const validityMax = 172_800;

/** Any texts to any numbers, each under our reference. */
export function postMessages(context: Context, parts: readonly SmsPart[]): Promise<HttpResult> {
  const { pullReports, noticeAuth } = settingsOf(context.config);
  const { noticeUrl } = context;
  // What proves a notice is agreed for the account's subscription, and not for an address of a message.
  const delivery =
    pullReports || noticeAuth !== 'none' || noticeUrl === undefined
      ? {}
      : { delivery: { url: noticeUrl }, contentType: 'application/json' };
  return call(context, 'POST', '/sms/3/messages', {
    messages: parts.map((part) => ({
      sender: part.from,
      destinations: [{ to: part.to, messageId: part.ourRef }],
      content: { text: part.text },
      options: {
        validityPeriod: {
          amount: Math.min(validityMax, Math.max(1, Math.floor(part.validitySeconds))),
          timeUnit: 'SECONDS',
        },
      },
      webhooks: { ...delivery, callbackData: part.ourRef },
    })),
    options: { includeSmsCountInResponse: true },
  });
}

/** What became of messages of the last 48 hours; no more ids than fit an address. Unless it is told how many, Infobip answers with 50. */
export function getLogs(context: Context, messageIds: readonly string[]): Promise<HttpResult> {
  const query = new URLSearchParams(messageIds.map((id): [string, string] => ['messageId', id]));
  query.append('limit', String(messageIds.length));
  return call(context, 'GET', `/sms/3/logs?${query.toString()}`);
}

/** Reports since the last call: each is given once. */
export function getReports(context: Context, limit: number): Promise<HttpResult> {
  return call(context, 'GET', `/sms/3/reports?limit=${limit}`);
}

/** Messages from phones since the last call: each is given once. */
export function getInbox(context: Context, limit: number): Promise<HttpResult> {
  return call(context, 'GET', `/sms/1/inbox/reports?limit=${limit}`);
}

export function getBalance(context: Context): Promise<HttpResult> {
  return call(context, 'GET', '/account/1/balance');
}

function call(
  context: Context,
  method: 'GET' | 'POST',
  path: string,
  body?: object,
): Promise<HttpResult> {
  const { baseUrl, headers, timeoutMs } = settingsOf(context.config);
  const request = { method, url: baseUrl + path, timeoutMs };
  return body === undefined
    ? context.http({ ...request, headers: { ...headers } })
    : context.http({
        ...request,
        headers: { ...headers, 'Content-Type': 'application/json' },
        body: JSON.stringify(body),
      });
}

export const isSender = (sender: string): boolean => senderKind(sender) !== 'none';
