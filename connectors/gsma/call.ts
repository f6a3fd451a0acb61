// Sends one HTTP call to the provider, with its credentials.

import { callWithToken } from '@jokko/connectors/kit';
import type { Context, HttpRequest, HttpResult, TokenSource } from '@jokko/connectors/kit';
import { settingsOf } from './config.ts';
import type { GsmaConfig } from './config.ts';

export interface Call {
  method: HttpRequest['method'];
  /** Below the base address. */
  path: string;
  headers?: { [name: string]: string };
  body?: string;
}

/**
 * Sends one call. `not_sent` also when no access token could be had: then nothing of the call
 * itself has left.
 */
export async function call(context: Context<GsmaConfig>, what: Call): Promise<HttpResult> {
  const { config } = context;
  return config.auth === 'oauth2cc'
    ? callWithToken(context, tokenSourceOf(config), (token) => requestOf(config, what, token))
    : context.http(requestOf(config, what));
}

function requestOf(config: GsmaConfig, what: Call, token?: string): HttpRequest {
  const settings = settingsOf(config);
  const headers: { [name: string]: string } = { ...settings.headers, ...what.headers };
  if (token !== undefined) headers['Authorization'] = `Bearer ${token}`;
  const request: HttpRequest = {
    method: what.method,
    url: settings.baseUrl + what.path,
    headers,
    timeoutMs: settings.timeoutMs,
  };
  if (what.body !== undefined) {
    headers['Content-Type'] = 'application/json';
    request.body = what.body;
  }
  return request;
}

function tokenSourceOf(config: GsmaConfig): TokenSource {
  const { tokenUrl = '', clientId, clientSecret } = config;
  const credentials = Buffer.from(`${clientId}:${clientSecret}`).toString('base64');
  return {
    key: 'gsma',
    request: {
      method: 'POST',
      url: tokenUrl,
      headers: {
        Authorization: `Basic ${credentials}`,
        'Content-Type': 'application/x-www-form-urlencoded',
        Accept: 'application/json',
      },
      body: 'grant_type=client_credentials',
      timeoutMs: settingsOf(config).timeoutMs,
    },
    assumedLifeMs: assumedTokenLifeMs,
  };
}

/** RFC 6749 leaves expires_in optional; short enough to be true for every operator seen. */
const assumedTokenLifeMs = 5 * 60_000;
