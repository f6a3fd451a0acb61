// Sends one signed HTTP call to CyberSource.

import { defined } from '@jokko/contract';
import type { Context, HttpRequest, HttpResult } from '@jokko/connectors/kit';
import { authHeaders } from './auth.ts';
import { settingsOf } from './config.ts';
import type { CybersourceConfig } from './config.ts';

export const get = (context: Context<CybersourceConfig>, path: string): Promise<HttpResult> =>
  call(context, 'GET', path);

export const post = (
  context: Context<CybersourceConfig>,
  path: string,
  body: string | Buffer,
): Promise<HttpResult> => call(context, 'POST', path, body);

function call(
  { config, http, now }: Context<CybersourceConfig>,
  method: 'GET' | 'POST',
  path: string,
  body?: string | Buffer,
): Promise<HttpResult> {
  const { baseUrl, timeoutMs } = settingsOf(config);
  const signed = { method, target: path, ...defined({ body }) };
  const request: HttpRequest = {
    method,
    url: baseUrl + path,
    headers: { ...authHeaders(config, signed, now()), Accept: 'application/hal+json' },
    timeoutMs,
  };
  if (body === undefined) return http(request);
  const headers = { ...request.headers, 'Content-Type': 'application/json' };
  return http({ ...request, headers, body });
}
