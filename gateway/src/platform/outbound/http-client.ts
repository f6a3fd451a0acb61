// Outbound HTTP transport, to providers and to callback receivers: no retry, no redirect, one
// deadline for everything, a bounded body. Reports whether any byte can have been sent, because
// that decides whether money may have moved.

import { defined } from '@jokko/contract';
import type { Socket } from 'node:net';
import type { SecureContext } from 'node:tls';
import { Agent, buildConnector, type Dispatcher } from 'undici';
import { withUserAgent, type HttpRequest, type HttpResult } from '@jokko/connectors/kit';
import { createTlsAgents } from './tls-agents.ts';
import { withoutInterimAnswers } from './interim-answers.ts';
import { keepCertificate, secureContextOf, type Trust } from './tls.ts';
import { startDeadline } from '../system/deadline.ts';

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

export function createOutbound({
  connections,
  secureContext,
  authorities,
}: Trust & { connections: number }): Outbound {
  const agent = openAgent(connections, { secureContext });
  const withTls = createTlsAgents(({ ca, cert, key, servername }) =>
    openAgent(connections, {
      secureContext: secureContextOf(ca === undefined ? authorities : [ca], { cert, key }),
      ...defined({ servername }),
    }),
  );
  return {
    agent,
    call: (request) => call(request.tls === undefined ? agent : withTls.of(request.tls), request),
    async close() {
      await Promise.all([agent.destroy(), withTls.close()]);
    },
  };
}

function openAgent(
  connections: number,
  tls: { secureContext: SecureContext; servername?: string },
): Agent {
  const connect = buildConnector({ ...tls, timeout: connectTimeoutMs, allowH2: false });
  return new Agent({
    connections,
    pipelining: 1,
    // Over HTTP/2 undici sends what a server has refused once more by itself, though its bytes have
    // arrived.
    allowH2: false,
    keepAliveTimeout: keepAliveMs,
    headersTimeout: 0,
    bodyTimeout: 0,
    connect(target, opened) {
      // It answers the socket, which its type does not tell.
      const socket = (connect as unknown as (...given: [typeof target, typeof opened]) => Socket)(
        target,
        opened,
      );
      withoutInterimAnswers(keepCertificate(socket));
    },
  });
}

/** `agent` null: the request's certificate or key cannot be used. */
function call(agent: Agent | null, request: HttpRequest): Promise<HttpResult> {
  if (agent === null)
    return Promise.resolve({ kind: 'not_sent', cause: 'certificate or key not usable' });
  return new Promise((resolve) => {
    const url = URL.parse(request.url);
    if (url === null) return resolve({ kind: 'not_sent', cause: 'ERR_INVALID_URL' });
    const { method, body = null } = request;
    const headers = withUserAgent(request.headers);
    agent.dispatch(
      { origin: url.origin, path: url.pathname + url.search, method, headers, body },
      createHandler(request, resolve),
    );
  });
}

/** Follows one exchange until its end or its deadline, and tells once what came of it. */
function createHandler(
  { timeoutMs, mayLeave }: HttpRequest,
  resolve: (result: HttpResult) => void,
): Dispatcher.DispatchHandler {
  /**
   * Null until the request has a connection; right after that it is written. So nothing of it has
   * left while this is null, whatever happens, and it may have once it is not, whatever an error is
   * called.
   */
  let connection: Dispatcher.DispatchController | null = null;
  let head: { status: number; headers: { [name: string]: string } } | null = null;
  let chunks: Buffer[] = [];
  let size = 0;
  let settled = false;
  const settle = (result: HttpResult): void => {
    settled = true;
    deadline.stop();
    resolve(result);
  };
  const abort = (): void => connection?.abort(new Error('enough'));
  const deadline = startDeadline(timeoutMs, () => {
    settle(
      connection === null
        ? { kind: 'not_sent', cause: 'no connection before the deadline' }
        : { kind: 'lost', cause: 'timeout' },
    );
    abort();
  });
  return {
    onRequestStart(controller) {
      // Begun anew by undici: what was written before may have arrived.
      if (!settled && connection !== null) settle({ kind: 'lost', cause: 'connection' });
      connection = controller;
      // It is written right after this, in the same turn of the event loop.
      if (!settled && mayLeave?.() === false)
        settle({ kind: 'not_sent', cause: 'held back before the first byte' });
      // It waited for a connection until its time was over, or is held back: now it must not leave
      // any more.
      if (settled) abort();
    },
    onResponseStart(_controller, status, received) {
      const headers: { [name: string]: string } = {};
      for (const name in received) headers[name] = String(received[name]);
      head = { status, headers };
    },
    onResponseData(_controller, chunk) {
      if (settled) return;
      chunks.push(chunk);
      size += chunk.length;
      if (size <= providerBodyMaxBytes) return;
      const body = Buffer.concat(chunks).subarray(0, providerBodyMaxBytes);
      settle({ kind: 'answer', ...head!, body });
      chunks = [];
      abort();
    },
    onResponseEnd() {
      const body = chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks);
      if (!settled) settle({ kind: 'answer', ...head!, body });
    },
    onResponseError(_controller, error) {
      if (settled) return;
      settle(
        connection === null
          ? { kind: 'not_sent', cause: errorCode(error) }
          : { kind: 'lost', cause: 'connection' },
      );
    },
  };
}

/** The code of a transport error, also where undici wraps it. */
export function errorCode(error: unknown): string {
  const { code, cause } = error as { code?: unknown; cause?: { code?: unknown } };
  if (typeof code === 'string' && code !== 'UND_ERR_SOCKET') return code;
  return typeof cause?.code === 'string' ? cause.code : typeof code === 'string' ? code : 'unknown';
}
