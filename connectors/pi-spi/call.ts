// Sends the calls to a participant, with the access token and our certificate.

import { defined } from '@jokko/contract';
import { callWithToken } from '@jokko/connectors/kit';
import type { Context, HttpRequest, HttpResult } from '@jokko/connectors/kit';
import { settingsOf } from './config.ts';
import type { PiSpiConfig } from './config.ts';

export interface Call {
  method: 'GET' | 'POST' | 'PUT';
  /** Below the base address. */
  path: string;
  body?: string;
}

/** What this connector does, and no more. */
const scope = [
  'compte.read',
  'paiement.read',
  'paiement.write',
  'demande_paiement.read',
  'demande_paiement.write',
  'retour_fonds.write',
].join(' ');
const assumedTokenLifeMs = 240_000;

export function call(context: Context<PiSpiConfig>, what: Call): Promise<HttpResult> {
  const { config } = context;
  const source = {
    key: 'pi-spi',
    request: tokenRequest(config),
    assumedLifeMs: assumedTokenLifeMs,
  };
  return callWithToken(context, source, (token) =>
    secured(config, {
      method: what.method,
      url: settingsOf(config).baseUrl + what.path,
      headers: {
        Authorization: `Bearer ${token}`,
        Accept: 'application/json',
        ...defined({
          'Content-Type': what.body === undefined ? undefined : 'application/json',
          'X-API-Key': config.apiKey || undefined,
        }),
      },
      ...defined({ body: what.body }),
      timeoutMs: settingsOf(config).timeoutMs,
    }),
  );
}

function tokenRequest(config: PiSpiConfig): HttpRequest {
  const form = new URLSearchParams({
    grant_type: 'client_credentials',
    client_id: config.clientId,
    client_secret: config.clientSecret,
    scope,
  });
  return secured(config, {
    method: 'POST',
    url: config.tokenUrl,
    headers: { 'Content-Type': 'application/x-www-form-urlencoded', Accept: 'application/json' },
    body: form.toString(),
    timeoutMs: settingsOf(config).timeoutMs,
  });
}

function secured(config: PiSpiConfig, request: HttpRequest): HttpRequest {
  const tls = settingsOf(config).tls;
  return tls === undefined ? request : { ...request, tls };
}
