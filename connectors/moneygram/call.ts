// Sends one HTTP call to MoneyGram, with an access token and who asks.

import { randomUUID } from 'node:crypto';
import { callWithToken } from '@jokko/connectors/kit';
import type { Context, HttpRequest, HttpResult } from '@jokko/connectors/kit';
import { settingsOf } from './config.ts';
import type { MoneygramConfig } from './config.ts';

export interface Call {
  method: 'GET' | 'POST' | 'PUT';
  /** Below the base address, perhaps with a query. */
  path: string;
  headers?: { [name: string]: string };
  body?: string;
}

/** `not_sent` also when no access token could be had: then nothing of the call itself has left. */
export function call(context: Context<MoneygramConfig>, what: Call): Promise<HttpResult> {
  const { config } = context;
  const { baseUrl, timeoutMs } = settingsOf(config);
  const basic = Buffer.from(`${config.clientId}:${config.clientSecret}`).toString('base64');
  const request: HttpRequest = {
    method: 'GET',
    url: `${baseUrl}/oauth/accesstoken?grant_type=client_credentials`,
    headers: { Authorization: `Basic ${basic}`, Accept: 'application/json' },
    timeoutMs,
  };
  return callWithToken(context, { key: 'moneygram', request, assumedLifeMs }, (token) =>
    requestOf(config, what, token),
  );
}

/** Documented is an hour. */
const assumedLifeMs = 5 * 60_000;

function requestOf(config: MoneygramConfig, what: Call, token: string): HttpRequest {
  const { baseUrl, timeoutMs, query } = settingsOf(config);
  const headers: { [name: string]: string } = {
    Accept: 'application/json',
    Authorization: `Bearer ${token}`,
    'X-MG-ClientRequestId': randomUUID(),
    ...what.headers,
  };
  const mark = what.path.includes('?') ? '&' : '?';
  const request: HttpRequest = {
    method: what.method,
    url: `${baseUrl}${what.path}${mark}${query}`,
    headers,
    timeoutMs,
  };
  if (what.body !== undefined) {
    headers['Content-Type'] = 'application/json';
    request.body = what.body;
  }
  return request;
}
