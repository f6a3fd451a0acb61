// How does a connector under test reach a provider? A small real transport on node:http that tells "no byte left" from "lost".

import { Agent, request as open } from 'node:http';
import type { ClientRequest, IncomingMessage } from 'node:http';
import type { HttpRequest, HttpResult } from '../connector.ts';

export interface Transport {
  http(request: HttpRequest): Promise<HttpResult>;
  /** Closes the idle sockets, so that a test run can end. */
  close(): void;
}

/** Never retries, follows no redirect. `not_sent` only for a name that is not found, or a connection that was never made. */
export function createTransport(): Transport {
  const agent = new Agent({ keepAlive: true });
  return { http: (request) => send(agent, request), close: () => agent.destroy() };
}

function send(agent: Agent, what: HttpRequest): Promise<HttpResult> {
  return new Promise((resolve) => {
    const outgoing = open(what.url, { method: what.method, agent, headers: headersOf(what) });
    const settle = (result: HttpResult) => {
      clearTimeout(timer);
      resolve(result);
    };
    const timer = setTimeout(() => {
      settle(isConnected(outgoing) ? { kind: 'lost', cause: 'timeout' } : { kind: 'not_sent', cause: 'connect time-out' });
      outgoing.destroy();
    }, what.timeoutMs);
    outgoing.on('error', (error: NodeJS.ErrnoException) => settle(resultOfError(error)));
    outgoing.on('response', (answer) => collect(answer, settle));
    outgoing.end(what.body);
  });
}

function headersOf(what: HttpRequest): { [name: string]: string | number } {
  return what.body === undefined ? { ...what.headers } : { ...what.headers, 'Content-Length': Buffer.byteLength(what.body) };
}

function isConnected(outgoing: ClientRequest): boolean {
  return outgoing.socket !== null && !outgoing.socket.connecting;
}

function resultOfError(error: NodeJS.ErrnoException): HttpResult {
  const neverConnected = error.syscall === 'connect' || error.syscall === 'getaddrinfo';
  return neverConnected ? { kind: 'not_sent', cause: error.code ?? error.message } : { kind: 'lost', cause: 'connection' };
}

function collect(answer: IncomingMessage, settle: (result: HttpResult) => void): void {
  const chunks: Buffer[] = [];
  answer.on('data', (chunk: Buffer) => chunks.push(chunk));
  answer.on('error', () => settle({ kind: 'lost', cause: 'connection' }));
  answer.on('end', () => {
    const headers: { [name: string]: string } = {};
    for (const [name, value] of Object.entries(answer.headers)) if (value !== undefined) headers[name] = String(value);
    settle({ kind: 'answer', status: answer.statusCode ?? 0, headers, body: Buffer.concat(chunks) });
  });
}
