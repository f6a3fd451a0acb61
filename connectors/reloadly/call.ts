// Sends one HTTP call to a service of Reloadly, with a token of that service.

import type { Context, HttpRequest, HttpResult } from '@jokko/connectors/kit';
import { callWithToken } from '@jokko/connectors/kit';
import { settingsOf } from './config.ts';
import type { ReloadlyConfig, ReloadlyService } from './config.ts';

/** The sandbox's tokens live an hour; shorter than any that was seen. */
const assumedTokenLifeMs = 30 * 60_000;

/** `path` begins with a slash. `body`: a POST. */
export async function call(
  context: Context<ReloadlyConfig>,
  service: ReloadlyService,
  path: string,
  body?: string,
): Promise<HttpResult> {
  const { baseUrls, timeoutMs } = settingsOf(context.config);
  const base = baseUrls[service];
  if (base === null) return { kind: 'not_sent', cause: `no address of ${service}` };
  const { clientId, clientSecret, tokenUrl } = context.config;
  const source = {
    key: service,
    request: {
      method: 'POST' as const,
      url: tokenUrl,
      headers: { Accept: 'application/json', 'Content-Type': 'application/json' },
      body: JSON.stringify({
        client_id: clientId,
        client_secret: clientSecret,
        grant_type: 'client_credentials',
        audience: base,
      }),
      timeoutMs,
    },
    assumedLifeMs: assumedTokenLifeMs,
  };
  return callWithToken(context, source, (token): HttpRequest => {
    const headers = {
      Accept: `application/com.reloadly.${service}-v1+json`,
      Authorization: `Bearer ${token}`,
    };
    const request = { url: base + path, timeoutMs };
    return body === undefined
      ? { ...request, method: 'GET', headers }
      : {
          ...request,
          method: 'POST',
          headers: { ...headers, 'Content-Type': 'application/json' },
          body,
        };
  });
}
