// Proxy between a browser and the gateway that simulates an unreliable connection: loses answers
// after the gateway has done its work, is unreachable altogether, or serves another build of the
// pages.

import { createServer, request as ask, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/**
 * What is answered instead of a file of the build: another text, or null for 404. Undefined: the
 * gateway's own. `mode`: a `navigate`, say.
 */
type Replace = (request: { path: string; mode: string }, text: string) => string | null | undefined;

export interface BadLine {
  /** Where browsers reach the gateway through it. */
  origin: string;
  /** `loses`: requests arrive, answers do not. `down`: nothing arrives. */
  set(state: 'good' | 'loses' | 'down'): void;
  /** Replaces files of the build and the page; undefined: as they are. */
  replace(next: Replace | undefined): void;
  /** Changes that were let through to the gateway. */
  sent: readonly string[];
  close(): Promise<void>;
}

export async function openBadLine(gateway: string): Promise<BadLine> {
  const { hostname, port } = new URL(gateway);
  const sent: string[] = [];
  let state: 'good' | 'loses' | 'down' = 'good';
  let replaced: Replace | undefined;
  const server = createServer((request, response) => {
    if (state === 'down') return void request.socket.destroy();
    const { method, url = '/', headers } = request;
    if (method === 'POST') sent.push(url);
    const changed = replaced !== undefined && !url.startsWith('/portal/api');
    const plain = changed
      ? { ...headers, 'accept-encoding': 'identity', 'if-none-match': '' }
      : headers;
    // On a connection of its own: one that is kept may be closed as the request is sent, which
    // would look like a bad line.
    const onward = { host: hostname, port, method, path: url, headers: plain, agent: false };
    const onwards = ask(onward, (answer) => {
      if (state !== 'good' || request.socket.destroyed) request.socket.destroy();
      else if (changed)
        void sendChanged(answer, response, (text) =>
          replaced?.({ path: url, mode: String(headers['sec-fetch-mode']) }, text),
        );
      else {
        response.writeHead(answer.statusCode ?? 500, answer.headers);
        answer.pipe(response);
      }
    });
    onwards.on('error', () => request.socket.destroy());
    // A stream of events ends with the browser that hears it.
    response.on('close', () => onwards.destroy());
    request.pipe(onwards);
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    set(next) {
      state = next;
      if (next === 'down') server.closeAllConnections();
    },
    replace(next) {
      replaced = next;
    },
    sent,
    close: () =>
      new Promise((closed) => {
        server.close(() => closed());
        server.closeAllConnections();
      }),
  };
}

async function sendChanged(
  answer: IncomingMessage,
  response: ServerResponse,
  change: (text: string) => string | null | undefined,
) {
  const pieces: Buffer[] = [];
  for await (const piece of answer) pieces.push(piece as Buffer);
  const text = Buffer.concat(pieces).toString('utf8');
  const next = change(text);
  const { 'content-length': _length, etag: _etag, ...headers } = answer.headers;
  if (next === null) response.writeHead(404).end();
  else response.writeHead(answer.statusCode ?? 500, headers).end(next ?? text);
}
