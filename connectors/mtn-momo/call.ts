// Sends one HTTP call to a product of the provider, with that product's credentials.

import { callWithToken } from '@jokko/connectors/kit';
import type { Context, HttpRequest, HttpResult } from '@jokko/connectors/kit';
import { settingsOf } from './config.ts';
import type { MtnMomoConfig, Product } from './config.ts';

export interface Call {
  method: 'GET' | 'POST';
  product: Product;
  /** Below the base address. */
  path: string;
  headers?: { [name: string]: string };
  body?: string;
}

/**
 * Sends one call. `not_sent` also when no access token could be had: then nothing of the call
 * itself has left.
 */
export async function call(context: Context<MtnMomoConfig>, what: Call): Promise<HttpResult> {
  const { baseUrl, timeoutMs, credentials } = settingsOf(context.config);
  const own = credentials[what.product];
  if (own === undefined) return { kind: 'not_sent', cause: `no credentials for ${what.product}` };
  const request: HttpRequest = {
    method: 'POST',
    url: `${baseUrl}/${what.product}/token/`,
    headers: {
      Authorization: `Basic ${own.basic}`,
      'Ocp-Apim-Subscription-Key': own.subscriptionKey,
      Accept: 'application/json',
    },
    body: '',
    timeoutMs,
  };
  const source = { key: `mtn-momo ${what.product}`, request, assumedLifeMs };
  return callWithToken(context, source, (token) =>
    requestOf(context.config, what, own.subscriptionKey, token),
  );
}

/** Documented are 3,600 seconds. */
const assumedLifeMs = 5 * 60_000;

function requestOf(
  config: MtnMomoConfig,
  what: Call,
  subscriptionKey: string,
  token: string,
): HttpRequest {
  const { baseUrl, timeoutMs } = settingsOf(config);
  const headers: { [name: string]: string } = {
    Accept: 'application/json',
    Authorization: `Bearer ${token}`,
    'Ocp-Apim-Subscription-Key': subscriptionKey,
    'X-Target-Environment': config.targetEnvironment,
    ...what.headers,
  };
  const request: HttpRequest = {
    method: what.method,
    url: baseUrl + what.path,
    headers,
    timeoutMs,
  };
  if (what.body !== undefined) {
    headers['Content-Type'] = 'application/json';
    request.body = what.body;
  }
  return request;
}
