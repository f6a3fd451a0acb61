// Sends one HTTP call to the biller.

import { baseAddress, type Context, type HttpResult } from '@jokko/connectors/kit';
import { timeoutOf, type RestBillerConfig } from './config.ts';

export function call(
  { config, http }: Pick<Context<RestBillerConfig>, 'config' | 'http'>,
  method: 'GET' | 'POST',
  path: string,
  body?: string,
): Promise<HttpResult> {
  const headers = { Authorization: `Bearer ${config.apiKey}`, Accept: 'application/json' };
  const url = baseAddress(config.baseUrl) + path;
  const timeoutMs = timeoutOf(config);
  return body === undefined
    ? http({ method, url, headers, timeoutMs })
    : http({
        method,
        url,
        headers: { ...headers, 'Content-Type': 'application/json' },
        body,
        timeoutMs,
      });
}
