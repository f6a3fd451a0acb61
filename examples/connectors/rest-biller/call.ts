// Sends one HTTP call to the biller.

import type { Context, HttpResult } from '@jokko/connectors/kit';
import { settingsOf, type RestBillerConfig } from './config.ts';

export function call(
  { config, http }: Pick<Context<RestBillerConfig>, 'config' | 'http'>,
  method: 'GET' | 'POST',
  path: string,
  body?: string,
): Promise<HttpResult> {
  const { baseUrl, headers, timeoutMs } = settingsOf(config);
  const url = baseUrl + path;
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
