// Sends one HTTP call to the provider, with a token and the account's country and currency.

import { callWithToken } from '@jokko/connectors/kit';
import type { Context, HttpRequest, HttpResult, TokenSource } from '@jokko/connectors/kit';
import { settingsOf } from './config.ts';
import type { AirtelConfig } from './config.ts';

export interface Call {
  method: 'GET' | 'POST';
  /** Below the base address. */
  path: string;
  /** ISO 4217; absent: what the call is about has none. */
  currency?: string;
  body?: string;
}

/**
 * Sends one call. `not_sent` also when no access token could be had: then nothing of the call
 * itself has left.
 */
export async function call(context: Context<AirtelConfig>, what: Call): Promise<HttpResult> {
  return callWithToken(context, tokenSourceOf(context.config), (token) =>
    requestOf(context.config, what, token),
  );
}

function requestOf(config: AirtelConfig, what: Call, token: string): HttpRequest {
  const { baseUrl, timeoutMs } = settingsOf(config);
  const headers: { [name: string]: string } = {
    Accept: 'application/json',
    Authorization: `Bearer ${token}`,
    'X-Country': config.country,
  };
  if (what.currency !== undefined) headers['X-Currency'] = what.currency;
  const url = baseUrl + what.path;
  const request: HttpRequest = { method: what.method, url, headers, timeoutMs };
  if (what.body !== undefined) {
    headers['Content-Type'] = 'application/json';
    request.body = what.body;
  }
  return request;
}

function tokenSourceOf(config: AirtelConfig): TokenSource {
  const { baseUrl, timeoutMs } = settingsOf(config);
  return {
    key: 'airtel',
    request: {
      method: 'POST',
      url: `${baseUrl}/auth/oauth2/token`,
      headers: { 'Content-Type': 'application/json', Accept: 'application/json' },
      body: JSON.stringify({
        client_id: config.clientId,
        client_secret: config.clientSecret,
        grant_type: 'client_credentials',
      }),
      timeoutMs,
    },
    assumedLifeMs,
  };
}

/** Airtel's tokens are short: 180 seconds have been seen. */
const assumedLifeMs = 2 * 60_000;
