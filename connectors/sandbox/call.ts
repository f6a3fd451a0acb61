// Sends one HTTP call to the simulator.

import type { Context, HttpRequest, HttpResult } from '@jokko/connectors/kit';
import { settingsOf } from './config.ts';
import type { SandboxConfig } from './config.ts';

export function get(context: Context<SandboxConfig>, path: string): Promise<HttpResult> {
  return context.http(requestOf(context.config, 'GET', path));
}

export function post(
  context: Context<SandboxConfig>,
  path: string,
  body: string | Buffer,
): Promise<HttpResult> {
  return context.http(requestOf(context.config, 'POST', path, body));
}

function requestOf(
  config: SandboxConfig,
  method: 'GET' | 'POST',
  path: string,
  body?: string | Buffer,
): HttpRequest {
  const { baseUrl, headers, timeoutMs } = settingsOf(config);
  if (body === undefined)
    return { method, url: baseUrl + path, headers: { ...headers }, timeoutMs };
  return {
    method,
    url: baseUrl + path,
    headers: { ...headers, 'Content-Type': 'application/json' },
    body,
    timeoutMs,
  };
}

/** The path of one operation by our reference. */
export function operationPath(reference: string): string {
  return `/operations/${encodeURIComponent(reference)}`;
}
