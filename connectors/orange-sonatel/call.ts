// Sends the calls of Orange Sonatel, with their access token.

import { defined } from '@jokko/contract';
import { callWithToken } from '@jokko/connectors/kit';
import type { Context, HttpRequest, HttpResult } from '@jokko/connectors/kit';
import { settingsOf } from './config.ts';
import type { OrangeSonatelConfig } from './config.ts';

export interface Call {
  method: 'GET' | 'POST';
  /** Below the base address. */
  path: string;
  headers?: { [name: string]: string };
  body?: object;
}

/** Tokens live for about five minutes. */
const assumedTokenLifeMs = 240_000;

export function call(context: Context<OrangeSonatelConfig>, what: Call): Promise<HttpResult> {
  const { config } = context;
  const source = {
    key: 'orange-sonatel',
    request: tokenRequest(config),
    assumedLifeMs: assumedTokenLifeMs,
  };
  return callWithToken(context, source, (token) => ({
    method: what.method,
    url: settingsOf(config).baseUrl + what.path,
    headers: {
      Authorization: `Bearer ${token}`,
      Accept: 'application/json',
      ...defined({ 'Content-Type': what.body === undefined ? undefined : 'application/json' }),
      ...what.headers,
    },
    ...defined({ body: what.body === undefined ? undefined : JSON.stringify(what.body) }),
    timeoutMs: settingsOf(config).timeoutMs,
  }));
}

function tokenRequest(config: OrangeSonatelConfig): HttpRequest {
  const form = new URLSearchParams({
    client_id: config.clientId,
    client_secret: config.clientSecret,
    grant_type: 'client_credentials',
  });
  return {
    method: 'POST',
    url: `${settingsOf(config).baseUrl}/oauth/v1/token`,
    headers: { 'Content-Type': 'application/x-www-form-urlencoded', Accept: 'application/json' },
    body: form.toString(),
    timeoutMs: settingsOf(config).timeoutMs,
  };
}
