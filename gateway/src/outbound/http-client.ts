// How does the gateway call out over HTTP, to providers and to callback receivers? One transport: no retry, no redirect, one deadline
// for everything, a bounded body. It says whether any byte can have left, because that decides whether money may have moved.

import { Agent } from 'undici';
import type { HttpRequest, HttpResult } from '@jokko/connector-kit';

/** Errors raised before a request byte is written: the name was not found or nobody accepted the connection. */
const notSentCodes = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'EADDRNOTAVAIL',
  'UND_ERR_CONNECT_TIMEOUT',
  'ERR_BLOCKED_TARGET',
  'CERT_HAS_EXPIRED',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'ERR_TLS_CERT_ALTNAME_INVALID',
]);
const connectTimeoutMs = 10_000;
const keepAliveMs = 30_000;
/** Providers' answers are small; a larger one is refused rather than read. */
export const providerBodyMaxBytes = 1_048_576;

export interface Outbound {
  agent: Agent;
  /** For connectors: the classified result. Never throws. */
  call(request: HttpRequest): Promise<HttpResult>;
  close(): Promise<void>;
}

/** `connect` is undici's own connect option: which certificates are believed. */
export function createOutbound(options: { connections: number; connect?: Agent.Options['connect'] }): Outbound {
  const agent = new Agent({
    connections: options.connections,
    pipelining: 1,
    keepAliveTimeout: keepAliveMs,
    connectTimeout: connectTimeoutMs,
    headersTimeout: 0,
    bodyTimeout: 0,
    ...(options.connect === undefined ? {} : { connect: options.connect }),
  });
  return {
    agent,
    call: (request) => call(agent, request),
    close: () => agent.destroy(),
  };
}

async function call(agent: Agent, request: HttpRequest): Promise<HttpResult> {
  const deadline = deadlineOf(request.timeoutMs);
  try {
    const url = new URL(request.url);
    const response = await agent.request({
      origin: url.origin,
      path: url.pathname + url.search,
      method: request.method,
      headers: request.headers ?? null,
      body: request.body ?? null,
      signal: deadline.signal,
    });
    const body = await readBounded(response.body, providerBodyMaxBytes);
    const headers: { [name: string]: string } = {};
    for (const name in response.headers) headers[name] = String(response.headers[name]);
    return { kind: 'answer', status: response.statusCode, headers, body: body.bytes };
  } catch (error) {
    const code = errorCode(error);
    if (notSentCodes.has(code)) return { kind: 'not_sent', cause: code };
    return { kind: 'lost', cause: deadline.signal.aborted ? 'timeout' : 'connection' };
  } finally {
    deadline.clear();
  }
}

export function deadlineOf(durationMs: number): { signal: AbortSignal; clear(): void } {
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(), durationMs);
  return { signal: controller.signal, clear: () => clearTimeout(timer) };
}

/** The code of a transport error, also where undici wraps it. */
export function errorCode(error: unknown): string {
  const { code, cause } = error as { code?: unknown; cause?: { code?: unknown } };
  if (typeof code === 'string' && code !== 'UND_ERR_SOCKET') return code;
  return typeof cause?.code === 'string' ? cause.code : typeof code === 'string' ? code : 'unknown';
}

/** Reads at most `maxBytes`, then drops the connection: the rest is never received. */
export async function readBounded(
  stream: AsyncIterable<Uint8Array> & { destroy(): void },
  maxBytes: number,
): Promise<{ bytes: Buffer; cut: boolean }> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of stream) {
    chunks.push(chunk);
    size += chunk.length;
    if (size > maxBytes) {
      stream.destroy();
      return { bytes: Buffer.concat(chunks).subarray(0, maxBytes), cut: true };
    }
  }
  return { bytes: chunks.length === 1 ? Buffer.from(chunks[0]!) : Buffer.concat(chunks), cut: false };
}
