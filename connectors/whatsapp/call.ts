// Sends one HTTP call to Meta's Graph API with the number's token.

import type { Context, HttpResult } from '@jokko/connectors/kit';
import { settingsOf } from './config.ts';
import type { WhatsappConfig } from './config.ts';

export function get(context: Context<WhatsappConfig>, path: string): Promise<HttpResult> {
  const { baseUrl, headers, timeoutMs } = settingsOf(context.config);
  return context.http({ method: 'GET', url: baseUrl + path, headers: { ...headers }, timeoutMs });
}

export function post(
  context: Context<WhatsappConfig>,
  path: string,
  body: string | Buffer,
  contentType = 'application/json',
): Promise<HttpResult> {
  const { baseUrl, headers, timeoutMs } = settingsOf(context.config);
  return context.http({
    method: 'POST',
    url: baseUrl + path,
    headers: { ...headers, 'Content-Type': contentType },
    body,
    timeoutMs,
  });
}
