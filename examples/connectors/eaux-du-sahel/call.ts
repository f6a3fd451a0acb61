// Sends one HTTP call to the biller.

import { baseAddress, type Context, type HttpResult } from '@jokko/connectors/kit';
import { timeoutOf, type EauxDuSahelConfig } from './config.ts';

export function call(
  { config, http }: Pick<Context<EauxDuSahelConfig>, 'config' | 'http'>,
  method: 'GET' | 'PUT',
  path: string,
  body?: string,
): Promise<HttpResult> {
  const headers = { 'X-Cle': config.apiKey, Accept: 'application/json' };
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
