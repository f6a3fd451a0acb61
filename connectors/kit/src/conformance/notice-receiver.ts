// Who takes the provider's notices in conformance tests? A small server that gives each one to the connector, as the gateway would.

import { once } from 'node:events';
import { createServer } from 'node:http';
import type { IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Notice, Receipt } from '../connector.ts';

export interface NoticeReceiver {
  /** The address for notices about one of our references. */
  urlFor(reference: string): string;
  /** What the connector made of the notices about it so far. */
  receipts(reference: string): Receipt[];
  /** Resolves when so many have come; rejects after `timeoutMs`. */
  waitFor(reference: string, count: number, timeoutMs?: number): Promise<Receipt[]>;
  stop(): Promise<void>;
}

export async function startNoticeReceiver(receive: (notice: Notice) => Receipt): Promise<NoticeReceiver> {
  const taken = new Map<string, Receipt[]>();
  const waiting = new Set<() => void>();
  const server = createServer((request, response) => {
    void readAll(request).then((body) => {
      const reference = (request.url ?? '').slice('/notices/'.length);
      const headers = request.headers as { [name: string]: string | undefined };
      const receipt = receive({ method: request.method ?? '', path: '/', headers, body });
      taken.set(reference, [...(taken.get(reference) ?? []), receipt]);
      response.writeHead(receipt.reply.status).end(receipt.reply.body);
      for (const wake of waiting) wake();
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}/notices/`;
  const receipts = (reference: string) => taken.get(reference) ?? [];
  return {
    urlFor: (reference) => base + reference,
    receipts,
    waitFor: (reference, count, timeoutMs = noticeTimeoutMs) =>
      new Promise((resolve, reject) => {
        const check = () => {
          if (receipts(reference).length < count) return;
          finish();
          resolve(receipts(reference));
        };
        const timer = setTimeout(() => {
          finish();
          reject(new Error(`${receipts(reference).length} of ${count} notices came`));
        }, timeoutMs);
        const finish = () => {
          clearTimeout(timer);
          waiting.delete(check);
        };
        waiting.add(check);
        check();
      }),
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

/** Generous: the machine may be busy; the usual time is a few milliseconds. */
const noticeTimeoutMs = 10_000;

async function readAll(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}
