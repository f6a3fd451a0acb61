// Reads and answers one request. Thin functions over node:http; no framework, since the load tests
// run through here.

import type { IncomingMessage, ServerResponse } from 'node:http';

export interface Exchange {
  request: IncomingMessage;
  response: ServerResponse;
  method: string;
  /** Path without the query, not decoded. For a protocol it begins below the protocol's base. */
  path: string;
  /**
   * Path and query. For a protocol it is what a client of the provider itself would have called,
   * and signed.
   */
  target: string;
  query: URLSearchParams;
}

export type Members = { readonly [name: string]: unknown };

/** Chat media of 12 MiB become 16 MiB of base64. */
const bodyMaxBytes = 17 * 1024 * 1024;
const noQuery = new URLSearchParams();

export function openExchange(request: IncomingMessage, response: ServerResponse): Exchange {
  const url = request.url ?? '/';
  const mark = url.indexOf('?');
  return {
    request,
    response,
    method: request.method ?? 'GET',
    path: mark < 0 ? url : url.slice(0, mark),
    target: url,
    query: mark < 0 ? noQuery : new URLSearchParams(url.slice(mark + 1)),
  };
}

/**
 * As the protocol sees it whose base was called: a provider knows nothing of the addresses of this
 * process.
 */
export function belowBase(exchange: Exchange, base: string): Exchange {
  const { path, target } = exchange;
  return { ...exchange, path: path.slice(base.length), target: target.slice(base.length) };
}

/** The header's one value, or undefined. */
export function header(exchange: Exchange, name: string): string | undefined {
  const value = exchange.request.headers[name];
  return Array.isArray(value) ? value[0] : value;
}

/** The raw body, or null when it is too large or the caller went away. */
export function readBody(exchange: Exchange): Promise<Buffer | null> {
  const { request } = exchange;
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let size = 0;
    request.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size <= bodyMaxBytes) chunks.push(chunk);
    });
    request.on('end', () =>
      resolve(
        size > bodyMaxBytes
          ? null
          : chunks.length === 1
            ? (chunks[0] as Buffer)
            : Buffer.concat(chunks),
      ),
    );
    request.on('error', () => resolve(null));
  });
}

/** The body as JSON; undefined when it is none. An empty body reads as `{}`. */
export async function readJson(exchange: Exchange): Promise<unknown> {
  const body = await readBody(exchange);
  if (body === null) return undefined;
  if (body.length === 0) return {};
  try {
    return JSON.parse(body.toString('utf8')) as unknown;
  } catch {
    return undefined;
  }
}

/** The body as text; null when it is too large or the caller went away. */
export async function readText(exchange: Exchange): Promise<string | null> {
  const body = await readBody(exchange);
  return body === null ? null : body.toString('utf8');
}

export function isMembers(value: unknown): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The member as a non-empty string, else undefined. */
export function textMember(members: Members, name: string): string | undefined {
  const value = members[name];
  return typeof value === 'string' && value !== '' ? value : undefined;
}

export function sendJson(exchange: Exchange, status: number, body: unknown): void {
  sendText(exchange, status, 'application/json; charset=utf-8', JSON.stringify(body));
}

export function sendText(
  exchange: Exchange,
  status: number,
  type: string,
  text: string,
  headers: { [name: string]: string } = {},
): void {
  const { response } = exchange;
  if (response.headersSent || response.destroyed) return;
  response.writeHead(status, {
    ...headers,
    'content-type': type,
    'content-length': Buffer.byteLength(text),
  });
  response.end(text);
}

export function sendEmpty(
  exchange: Exchange,
  status: number,
  headers: { [name: string]: string } = {},
): void {
  if (exchange.response.headersSent || exchange.response.destroyed) return;
  exchange.response.writeHead(status, headers);
  exchange.response.end();
}

/** One part of a path, decoded; a part that is no valid encoding stays as it is. */
export function decodePart(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** True for an absolute http or https address. */
export function isWebAddress(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol } = new URL(text);
  return protocol === 'http:' || protocol === 'https:';
}
