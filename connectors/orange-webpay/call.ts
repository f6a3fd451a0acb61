// Sends the calls of Orange Money Web Payment, with their access token.

import { callWithToken } from '@jokko/connectors/kit';
import type { Context, HttpRequest, HttpResult } from '@jokko/connectors/kit';
import { settingsOf } from './config.ts';
import type { OrangeWebpayConfig } from './config.ts';

/** Tokens live for 90 days; an answer that names no life is asked again after a day. */
const assumedTokenLifeMs = 24 * 3_600_000;

/** The token call; holds the credentials. */
export function tokenRequest(config: OrangeWebpayConfig): HttpRequest {
  const credentials = Buffer.from(`${config.clientId}:${config.clientSecret}`).toString('base64');
  return {
    method: 'POST',
    url: `${settingsOf(config).baseUrl}/oauth/v3/token`,
    headers: {
      Authorization: `Basic ${credentials}`,
      'Content-Type': 'application/x-www-form-urlencoded',
      Accept: 'application/json',
    },
    body: 'grant_type=client_credentials',
    timeoutMs: settingsOf(config).timeoutMs,
  };
}

/** Posts to `webpayment` or `transactionstatus`. */
export function post(
  context: Context<OrangeWebpayConfig>,
  what: 'webpayment' | 'transactionstatus',
  body: object,
): Promise<HttpResult> {
  const { config } = context;
  const source = {
    key: 'orange-webpay',
    request: tokenRequest(config),
    assumedLifeMs: assumedTokenLifeMs,
  };
  return callWithToken(context, source, (token) => ({
    method: 'POST',
    url: `${settingsOf(config).baseUrl}/orange-money-webpay/${config.country}/v1/${what}`,
    headers: {
      Authorization: `Bearer ${token}`,
      'Content-Type': 'application/json',
      Accept: 'application/json',
    },
    body: JSON.stringify(body),
    timeoutMs: settingsOf(config).timeoutMs,
  }));
}
