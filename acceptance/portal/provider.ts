// The way to a provider: an HTTP server on loopback that forwards everything to the simulator, or
// answers 503 to everything while the provider is away.

import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface ProviderWay {
  /** Takes the place of the simulator's address. */
  url: string;
  /** From now on. */
  away: boolean;
  close(): Promise<void>;
}

const keptAliveMs = 600_000;

export async function openProviderWay(simulatorUrl: string): Promise<ProviderWay> {
  const server = createServer((asked, answer) => {
    if (!self.away) return forward(simulatorUrl, asked, answer);
    asked.resume();
    answer.writeHead(503).end();
  });
  // Longer than the gateway keeps a connection: of an order that meets one just being closed nobody
  // knows what became.
  server.keepAliveTimeout = keptAliveMs;
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const self: ProviderWay = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    away: false,
    close() {
      server.closeAllConnections();
      return new Promise((closed) => server.close(() => closed()));
    },
  };
  return self;
}

function forward(simulatorUrl: string, asked: IncomingMessage, answer: ServerResponse): void {
  const { method = 'GET', headers, url = '/' } = asked;
  const onward = request(
    new URL(url, simulatorUrl),
    { method, headers, agent: false },
    (received) => {
      answer.writeHead(received.statusCode ?? 502, received.headers);
      received.pipe(answer);
    },
  );
  onward.on('error', () => answer.destroy());
  asked.pipe(onward);
}
