// Sends one HTTP call to the provider.

import type { HttpResult, SmsContext, SmsPart } from '@jokko/connectors/kit';
import { settingsOf } from './config.ts';
import type { SmsHttpConfig } from './config.ts';

type Context = SmsContext<SmsHttpConfig>;

/** One message to one number, under our reference. */
export function postMessage(context: Context, part: SmsPart): Promise<HttpResult> {
  const webhook = noticeAddress(context);
  return call(context, 'POST', '/messages', {
    from: part.from,
    text: part.text,
    validitySeconds: Math.max(1, Math.floor(part.validitySeconds)),
    recipients: [{ to: `+${part.to}`, reference: part.ourRef }],
    ...(webhook === undefined ? {} : { webhook }),
  });
}

export function getMessage(context: Context, ourRef: string): Promise<HttpResult> {
  return call(context, 'GET', `/messages/${encodeURIComponent(ourRef)}`);
}

/** Shows our key, and tells the provider where inbound messages go. */
export function introduce(context: Context): Promise<HttpResult> {
  const webhook = noticeAddress(context);
  return webhook === undefined
    ? getAccount(context)
    : call(context, 'PUT', '/account', { webhook });
}

/** What the provider knows of us. */
export function getAccount(context: Context): Promise<HttpResult> {
  return call(context, 'GET', '/account');
}

function noticeAddress({ config, noticeUrl }: Context): string | undefined {
  return config.noticeUrl ?? noticeUrl;
}

async function call(
  context: Context,
  method: 'GET' | 'POST' | 'PUT',
  path: string,
  body?: object,
): Promise<HttpResult> {
  const { baseUrl, headers, timeoutMs } = settingsOf(context.config);
  const request = { method, url: baseUrl + path, timeoutMs };
  if (body === undefined) return context.http({ ...request, headers: { ...headers } });
  return context.http({
    ...request,
    headers: { ...headers, 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });
}
