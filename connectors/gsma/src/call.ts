// How does one HTTP call reach the provider? Adds the credentials; an expired OAuth token is renewed once, since a 401 is
// documented as refused before execution.

import type { Context, HttpRequest, HttpResult } from '@jokko/connector-kit';
import { objectFromWire, textMember } from '@jokko/connector-kit';
import { settingsOf } from './config.ts';
import type { GsmaConfig } from './config.ts';

export interface Call {
  method: HttpRequest['method'];
  /** Below the base address. */
  path: string;
  headers?: { [name: string]: string };
  body?: string;
}

/** Sends one call. `not_sent` also when no access token could be had: then nothing of the call itself has left. */
export async function call(context: Context<GsmaConfig>, what: Call): Promise<HttpResult> {
  if (context.config.auth !== 'oauth2cc') return context.http(requestOf(context.config, what));
  const token = await accessToken(context);
  if (token === null) return { kind: 'not_sent', cause: 'no access token' };
  const first = await context.http(requestOf(context.config, what, token));
  if (first.kind !== 'answer' || first.status !== 401) return first;
  const renewed = await accessToken(context, token);
  if (renewed === null || renewed === token) return first;
  return context.http(requestOf(context.config, what, renewed));
}

function requestOf(config: GsmaConfig, what: Call, token?: string): HttpRequest {
  const settings = settingsOf(config);
  const headers: { [name: string]: string } = { ...settings.headers, ...what.headers };
  if (token !== undefined) headers['Authorization'] = `Bearer ${token}`;
  const request: HttpRequest = { method: what.method, url: settings.baseUrl + what.path, headers, timeoutMs: settings.timeoutMs };
  if (what.body !== undefined) {
    headers['Content-Type'] = 'application/json';
    request.body = what.body;
  }
  return request;
}

async function accessToken(context: Context<GsmaConfig>, refused?: string): Promise<string | null> {
  try {
    return await context.token('gsma', () => fetchToken(context), refused);
  } catch (error) {
    context.log('error', 'no access token', { connector: 'gsma', cause: error instanceof Error ? error.message : 'unknown' });
    return null;
  }
}

async function fetchToken(context: Context<GsmaConfig>): Promise<{ value: string; livesMs: number }> {
  const { tokenUrl, clientId, clientSecret } = context.config;
  if (!tokenUrl || !clientId || !clientSecret) throw new Error('OAuth is not configured');
  const result = await context.http({
    method: 'POST',
    url: tokenUrl,
    headers: {
      Authorization: `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`,
      'Content-Type': 'application/x-www-form-urlencoded',
      Accept: 'application/json',
    },
    body: 'grant_type=client_credentials',
    timeoutMs: settingsOf(context.config).timeoutMs,
  });
  if (result.kind !== 'answer') throw new Error('the token endpoint cannot be reached');
  const answer = result.status === 200 ? objectFromWire(result.body) : null;
  const value = answer === null ? undefined : textMember(answer, 'access_token');
  if (answer === null || value === undefined) throw new Error(`the token endpoint answered ${result.status}`);
  const seconds = Number(answer['expires_in']);
  return { value, livesMs: Number.isFinite(seconds) && seconds > 0 ? seconds * 1000 : assumedTokenLifeMs };
}

/** RFC 6749 leaves expires_in optional; short enough to be true for every operator seen. */
const assumedTokenLifeMs = 5 * 60_000;
