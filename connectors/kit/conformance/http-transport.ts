// HTTP transport for a connector under test: a small real transport on node:http that
// distinguishes "no byte left" from "lost".

import { Agent, request as openPlain } from 'node:http';
import type { ClientRequest, IncomingMessage } from 'node:http';
import { Agent as TlsAgent, request as openTls } from 'node:https';
import type { HttpRequest, HttpResult } from '../connector.ts';
import { withUserAgent } from '../user-agent.ts';

export interface Transport {
  http(request: HttpRequest): Promise<HttpResult>;
  /** Closes the idle sockets, so that a test run can end. */
  close(): void;
}

/**
 * Never retries, follows no redirect. `not_sent` only for a name that is not found, or a connection
 * that was never made.
 */
export function createTransport(): Transport {
  const agents = { plain: new Agent({ keepAlive: true }), tls: new TlsAgent({ keepAlive: true }) };
  return {
    http: (request) => send(agents, request),
    close() {
      agents.plain.destroy();
      agents.tls.destroy();
    },
  };
}

function send(agents: { plain: Agent; tls: TlsAgent }, what: HttpRequest): Promise<HttpResult> {
  return new Promise((resolve) => {
    const options = { method: what.method, headers: headersOf(what) };
    // Sockets are kept by address and certificates.
    const outgoing = what.url.startsWith('https:')
      ? openTls(what.url, { ...options, ...what.tls, agent: agents.tls })
      : openPlain(what.url, { ...options, agent: agents.plain });
    const settle = (result: HttpResult) => {
      clearTimeout(timer);
      resolve(result);
    };
    const timer = setTimeout(() => {
      settle(
        isConnected(outgoing)
          ? { kind: 'lost', cause: 'timeout' }
          : { kind: 'not_sent', cause: 'connect time-out' },
      );
      outgoing.destroy();
    }, what.timeoutMs);
    outgoing.on('error', (error: NodeJS.ErrnoException) => settle(resultOfError(error)));
    outgoing.on('response', (answer) => collect(answer, settle));
    outgoing.end(what.body);
  });
}

function headersOf(what: HttpRequest): { [name: string]: string | number } {
  const headers = withUserAgent(what.headers);
  return what.body === undefined
    ? headers
    : { ...headers, 'Content-Length': Buffer.byteLength(what.body) };
}

function isConnected(outgoing: ClientRequest): boolean {
  if (outgoing.socket === null || outgoing.socket.connecting) return false;
  return !('secureConnecting' in outgoing.socket && outgoing.socket.secureConnecting === true);
}

/** We do not believe the other side's certificate: nothing was written. */
const certificateRefused = /^(CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO_|ERR_TLS_CERT)/;

function resultOfError(error: NodeJS.ErrnoException): HttpResult {
  const neverConnected = error.syscall === 'connect' || error.syscall === 'getaddrinfo';
  return neverConnected || certificateRefused.test(error.code ?? '')
    ? { kind: 'not_sent', cause: error.code ?? error.message }
    : { kind: 'lost', cause: 'connection' };
}

function collect(answer: IncomingMessage, settle: (result: HttpResult) => void): void {
  const chunks: Buffer[] = [];
  answer.on('data', (chunk: Buffer) => chunks.push(chunk));
  answer.on('error', () => settle({ kind: 'lost', cause: 'connection' }));
  answer.on('end', () => {
    const headers: { [name: string]: string } = {};
    for (const [name, value] of Object.entries(answer.headers))
      if (value !== undefined) headers[name] = String(value);
    settle({
      kind: 'answer',
      status: answer.statusCode ?? 0,
      headers,
      body: Buffer.concat(chunks),
    });
  });
}
