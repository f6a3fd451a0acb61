// Sends one HTTP call to the provider, with an access token, and the secrets of each kind of call.

import { callWithToken, encryptPin, objectFromWire, textMember } from '@jokko/connectors/kit';
import type { Context, HttpRequest, HttpResult, TokenSource } from '@jokko/connectors/kit';
import { settingsOf } from './config.ts';
import type { MpesaConfig } from './config.ts';
import { isTokenRefused } from './result-table.ts';

/**
 * Posts a body below the base address. `not_sent` also when no access token could be had: then
 * nothing of the call itself has left.
 */
export async function call(
  context: Context<MpesaConfig>,
  path: string,
  body: object,
): Promise<HttpResult> {
  const { baseUrl, timeoutMs } = settingsOf(context.config);
  const text = JSON.stringify(body);
  return callWithToken(context, tokenSourceOf(context.config), (token) => ({
    method: 'POST',
    url: baseUrl + path,
    headers: {
      Accept: 'application/json',
      Authorization: `Bearer ${token}`,
      'Content-Type': 'application/json',
    },
    body: text,
    timeoutMs,
  }));
}

/** The call that gives out a token. */
export function tokenRequest(config: MpesaConfig): HttpRequest {
  const { baseUrl, timeoutMs } = settingsOf(config);
  const { consumerKey, consumerSecret } = config;
  const basic = Buffer.from(`${consumerKey}:${consumerSecret}`).toString('base64');
  return {
    method: 'GET',
    url: `${baseUrl}/oauth/v1/generate?grant_type=client_credentials`,
    headers: { Authorization: `Basic ${basic}`, Accept: 'application/json' },
    timeoutMs,
  };
}

/** Documented are 3,599 seconds. */
const assumedLifeMs = 5 * 60_000;

function tokenSourceOf(config: MpesaConfig): TokenSource {
  return {
    key: 'mpesa',
    request: tokenRequest(config),
    assumedLifeMs,
    isRefused({ status, body }) {
      if (status === 401) return true;
      const object = status >= 400 ? objectFromWire(body) : null;
      return object !== null && isTokenRefused(textMember(object, 'errorCode') ?? '');
    },
  };
}

/**
 * Password and time of a push or its query. The time is East Africa's, which has no summer time.
 */
export function passwordAt(
  { shortCode, passkey }: MpesaConfig,
  nowMs: number,
): { BusinessShortCode: string; Password: string; Timestamp: string } {
  const timestamp = new Date(nowMs + eastAfricaMs).toISOString().replaceAll(/\D/g, '').slice(0, 14);
  const password = Buffer.from(`${shortCode}${passkey ?? ''}${timestamp}`).toString('base64');
  return { BusinessShortCode: shortCode, Password: password, Timestamp: timestamp };
}

const eastAfricaMs = 3 * 3_600_000;

/**
 * The initiator's password, encrypted; throws for an account without one, which is a bug of the
 * caller.
 */
export function securityCredential(config: MpesaConfig): string {
  const { initiator } = settingsOf(config);
  if (initiator === null) throw new Error('mpesa has no initiator');
  return encryptPin(initiator.key, initiator.password);
}
