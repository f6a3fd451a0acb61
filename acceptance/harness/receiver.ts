// Callback receiver of the tests: an HTTP server on loopback that keeps every request as received
// and answers as the test says.

import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo, Server } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseJson } from './json.ts';
import type { Json } from './json.ts';
import { callerAddress } from './payment.ts';
import { until } from './until.ts';

export interface ReceivedRequest {
  method: string;
  path: string;
  /** Name and value in turn, as sent. */
  rawHeaders: string[];
  headers: Record<string, string | string[] | undefined>;
  bytes: Buffer;
  text: string;
  /** Parsed body; undefined when it is no JSON. */
  json: Json;
  externalTransactionId: string | undefined;
  /** When the last byte had arrived, in ms since 1970. */
  arrivedAtMs: number;
  /** The same moment on `performance.now()`'s clock. */
  arrivedAt: number;
}

export interface ReceiverAnswer {
  status?: number;
  headers?: Record<string, string>;
  body?: string;
  delayMs?: number;
  /** The answer waits for this. */
  held?: Promise<unknown>;
  /** The connection is cut instead of an answer. */
  destroy?: boolean;
}
/** `count`: how many requests for the same externalTransactionId there were, this one included. */
type Decide = (request: ReceivedRequest, count: number) => ReceiverAnswer;

export interface Receiver {
  /** Where callbacks go. */
  url: string;
  port: number;
  requests: readonly ReceivedRequest[];
  /** What is answered from now on; HTTP 200 with `OK` until this is called. */
  answerWith(answer: ReceiverAnswer | Decide): void;
  requestsFor(externalTransactionId: string): ReceivedRequest[];
  /** The request number `count` (1: the first) for this id. Throws after `timeoutMs` (120 s). */
  waitFor(
    externalTransactionId: string,
    options?: { count?: number; timeoutMs?: number },
  ): Promise<ReceivedRequest>;
  close(): Promise<void>;
}

export interface ReceiverOptions {
  port?: number;
  host?: string;
  /** PEM texts: the receiver speaks HTTPS. */
  tls?: { cert: string; key: string };
}

export async function startReceiver({
  port = 0,
  host = '127.0.0.1',
  tls,
}: ReceiverOptions = {}): Promise<Receiver> {
  const requests: ReceivedRequest[] = [];
  let decide: Decide = () => ({});
  const requestsFor = (id: string): ReceivedRequest[] =>
    requests.filter((request) => request.externalTransactionId === id);
  const handle = async (incoming: IncomingMessage, response: ServerResponse): Promise<void> => {
    const request = await readRequest(incoming);
    requests.push(request);
    const id = request.externalTransactionId;
    await answer(decide(request, id === undefined ? 1 : requestsFor(id).length), response);
  };
  const listener = (incoming: IncomingMessage, response: ServerResponse): void => {
    handle(incoming, response).catch(() => response.destroy());
  };
  const server = tls === undefined ? createServer(listener) : createTlsServer(tls, listener);
  server.keepAliveTimeout = keptAliveMs;
  const listening = await listen(server, port, host);
  return {
    url: `${tls === undefined ? 'http' : 'https'}://${host.includes(':') ? `[${host}]` : host}:${listening}/callback`,
    port: listening,
    requests,
    requestsFor,
    answerWith: (given) => (decide = typeof given === 'function' ? given : () => given),
    waitFor: (id, { count = 1, timeoutMs = 120_000 } = {}) =>
      until(`callback ${count} for ${id}`, () => requestsFor(id)[count - 1], { timeoutMs }),
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/**
 * Longer than the gateway keeps a connection: an order that meets one just being closed would be
 * sent again a minute later.
 */
const keptAliveMs = 600_000;
/**
 * The port, among those that a system gives out, that the gateway calls nobody on
 * (payments/callbacks/address.ts).
 */
const refusedPort = 50_070;

/** Answers the port, which with `port` 0 is any that callbacks may go to. */
async function listen(server: Server, port: number, host: string): Promise<number> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
  const given = (server.address() as AddressInfo).port;
  if (port !== 0 || given !== refusedPort) return given;
  await new Promise((resolve) => server.close(resolve));
  return listen(server, port, host);
}

/**
 * Where a callback's connection is refused for good. A port of 127.0.0.1 that was closed may be
 * another process's a moment later; on the other loopback addresses, and on a port that no system
 * gives out, nobody listens.
 */
export const refusingUrl = (): string => `http://${callerAddress()}:9999/callback`;

async function readRequest(incoming: IncomingMessage): Promise<ReceivedRequest> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk as Buffer);
  const bytes = Buffer.concat(chunks);
  const text = bytes.toString('utf8');
  const json = parseJson(text);
  const { method = '', url: path = '', rawHeaders, headers } = incoming;
  const externalTransactionId: unknown = json?.transaction?.externalTransactionId;
  return {
    method,
    path,
    rawHeaders,
    headers,
    bytes,
    text,
    json,
    externalTransactionId:
      typeof externalTransactionId === 'string' ? externalTransactionId : undefined,
    arrivedAtMs: Date.now(),
    arrivedAt: performance.now(),
  };
}

async function answer(
  { status = 200, headers = {}, body = 'OK', delayMs = 0, held, destroy = false }: ReceiverAnswer,
  response: ServerResponse,
) {
  if (delayMs > 0) await sleep(delayMs);
  await held;
  if (destroy) return void response.destroy();
  response.writeHead(status, { 'content-type': 'text/plain', ...headers });
  response.end(body);
}
