// How does the gateway call out over HTTP, to providers and to callback receivers? One transport: no retry, no redirect, one deadline
// for everything, a bounded body. It says whether any byte can have left, because that decides whether money may have moved.

import type { Socket } from 'node:net';
import type { SecureContext } from 'node:tls';
import { Agent, buildConnector, type Dispatcher } from 'undici';
import type { HttpRequest, HttpResult } from '@jokko/connector-kit';
import { keepCertificate } from './tls.ts';

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
const firstFinalStatus = 200;
/** Providers' answers are small; a larger one is refused rather than read. */
export const providerBodyMaxBytes = 1_048_576;

export interface Outbound {
  agent: Agent;
  /** For connectors: the classified result. Never throws. */
  call(request: HttpRequest): Promise<HttpResult>;
  close(): Promise<void>;
}

/** `secureContext`: which certificates are believed. */
export function createOutbound(options: { connections: number; secureContext: SecureContext }): Outbound {
  const connect = buildConnector({ secureContext: options.secureContext, timeout: connectTimeoutMs });
  const agent = new Agent({
    connections: options.connections,
    pipelining: 1,
    keepAliveTimeout: keepAliveMs,
    headersTimeout: 0,
    bodyTimeout: 0,
    connect(target, opened) {
      // It answers the socket, which its type does not tell.
      keepCertificate((connect as unknown as (...given: [typeof target, typeof opened]) => Socket)(target, opened));
    },
  });
  return {
    agent,
    call: (request) => call(agent, request),
    close: () => agent.destroy(),
  };
}

function call(agent: Agent, request: HttpRequest): Promise<HttpResult> {
  return new Promise((resolve) => {
    const url = URL.parse(request.url);
    if (url === null) return resolve({ kind: 'not_sent', cause: 'ERR_INVALID_URL' });
    let connection: Dispatcher.DispatchController | null = null;
    let head: { status: number; headers: { [name: string]: string } } | null = null;
    let chunks: Buffer[] = [];
    let size = 0;
    let settled = false;
    const settle = (result: HttpResult): void => {
      settled = true;
      clearTimeout(deadline);
      resolve(result);
    };
    const abort = (): void => connection?.abort(new Error('enough'));
    const deadline = setTimeout(() => {
      settle({ kind: 'lost', cause: 'timeout' });
      abort();
    }, request.timeoutMs);
    const handler: Dispatcher.DispatchHandler = {
      onRequestStart(controller) {
        connection = controller;
        // It waited for a connection until its time was over: now it must not leave any more.
        if (settled) abort();
      },
      onResponseStart(_controller, status, received) {
        // 102 or 103: the answer is still to come.
        if (status < firstFinalStatus) return;
        const headers: { [name: string]: string } = {};
        for (const name in received) headers[name] = String(received[name]);
        head = { status, headers };
      },
      onResponseData(_controller, chunk) {
        if (settled) return;
        chunks.push(chunk);
        size += chunk.length;
        if (size <= providerBodyMaxBytes) return;
        settle({ kind: 'answer', ...head!, body: Buffer.concat(chunks).subarray(0, providerBodyMaxBytes) });
        chunks = [];
        abort();
      },
      onResponseEnd() {
        if (!settled) settle({ kind: 'answer', ...head!, body: chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks) });
      },
      onResponseError(_controller, error) {
        const code = errorCode(error);
        if (!settled) settle(notSentCodes.has(code) ? { kind: 'not_sent', cause: code } : { kind: 'lost', cause: 'connection' });
      },
    };
    const { method, headers = null, body = null } = request;
    agent.dispatch({ origin: url.origin, path: url.pathname + url.search, method, headers, body }, handler);
  });
}

/** The code of a transport error, also where undici wraps it. */
export function errorCode(error: unknown): string {
  const { code, cause } = error as { code?: unknown; cause?: { code?: unknown } };
  if (typeof code === 'string' && code !== 'UND_ERR_SOCKET') return code;
  return typeof cause?.code === 'string' ? cause.code : typeof code === 'string' ? code : 'unknown';
}
