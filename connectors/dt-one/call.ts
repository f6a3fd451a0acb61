// Sends one HTTP call to DT One with its credentials.

import type { Context, HttpResult } from '@jokko/connectors/kit';
import { settingsOf } from './config.ts';
import type { DtOneConfig } from './config.ts';

export function get(context: Context<DtOneConfig>, path: string): Promise<HttpResult> {
  const { baseUrl, headers, timeoutMs } = settingsOf(context.config);
  return context.http({ method: 'GET', url: baseUrl + path, headers: { ...headers }, timeoutMs });
}

export function post(
  context: Context<DtOneConfig>,
  path: string,
  body: string,
): Promise<HttpResult> {
  const { baseUrl, headers, timeoutMs } = settingsOf(context.config);
  return context.http({
    method: 'POST',
    url: baseUrl + path,
    headers: { ...headers, 'Content-Type': 'application/json' },
    body,
    timeoutMs,
  });
}
