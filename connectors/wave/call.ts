// Sends one HTTP call to Wave, with the wallet's key. The key does not expire, so there is nothing
// to renew.

import type { Context, HttpRequest, HttpResult } from '@jokko/connectors/kit';
import { settingsOf } from './config.ts';
import type { WaveConfig } from './config.ts';

export interface Call {
  method: 'GET' | 'POST';
  /** Below the base address. */
  path: string;
  headers?: { [name: string]: string };
  body?: string;
}

export function call(context: Context<WaveConfig>, what: Call): Promise<HttpResult> {
  const settings = settingsOf(context.config);
  const headers: { [name: string]: string } = { ...settings.headers, ...what.headers };
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
  return context.http(request);
}
