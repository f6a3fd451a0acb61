// Sends one HTTP call to Stripe. Bodies are form-encoded; an Idempotency-Key makes a repeated POST
// safe for 24 hours.

import type { Context, HttpRequest, HttpResult } from '@jokko/connectors/kit';
import { settingsOf } from './config.ts';
import type { StripeConfig } from './config.ts';

export function get(context: Context<StripeConfig>, path: string): Promise<HttpResult> {
  return context.http(requestOf(context.config, 'GET', path));
}

/** `key`: the Idempotency-Key; absent where a repeat does no harm. */
export function post(
  context: Context<StripeConfig>,
  path: string,
  body: string | Buffer,
  key?: string,
): Promise<HttpResult> {
  const request = requestOf(context.config, 'POST', path);
  const headers: { [name: string]: string } = {
    ...request.headers,
    'Content-Type': 'application/x-www-form-urlencoded',
  };
  if (key !== undefined) headers['Idempotency-Key'] = key;
  return context.http({ ...request, headers, body });
}

function requestOf(config: StripeConfig, method: 'GET' | 'POST', path: string): HttpRequest {
  const { baseUrl, headers, timeoutMs } = settingsOf(config);
  return { method, url: baseUrl + path, headers: { ...headers }, timeoutMs };
}

/** Form-encodes names and values; nested names are written with brackets, as `card[number]`. */
export function formOf(fields: readonly (readonly [name: string, value: string])[]): string {
  return fields
    .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`)
    .join('&');
}

/** Every read of a payment asks for it: the charge's own fee and state come with it. */
export const expandCharge = 'latest_charge.balance_transaction';
