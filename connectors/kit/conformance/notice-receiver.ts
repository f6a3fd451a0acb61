// Receives the provider's notifications in conformance tests: a small server that passes each one
// to the connector, as the gateway would.

import { once } from 'node:events';
import { createServer } from 'node:http';
import type { IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Notice, Receipt } from '../connector.ts';

export interface NoticeReceiver {
  /**
   * The address for notices about one of our references; a connector may add a path below it. With
   * an empty reference: the address for all.
   */
  urlFor(reference: string): string;
  /** What the connector made of the notices about it so far. */
  receipts(reference: string): Receipt[];
  /** Resolves when so many have come; rejects after `timeoutMs`. */
  waitFor(reference: string, count: number, timeoutMs?: number): Promise<Receipt[]>;
  /** How many notices the connector answered 4xx. */
  refused(): number;
  /** Resolves when so many were refused; rejects in vain. */
  waitForRefused(count: number): Promise<void>;
  stop(): Promise<void>;
}

export async function startNoticeReceiver(
  receive: (notice: Notice) => Receipt,
): Promise<NoticeReceiver> {
  const taken = new Map<string, Receipt[]>();
  const waiting = new Set<() => void>();
  let refused = 0;
  const server = createServer((request, response) => {
    void readAll(request).then((body) => {
      const url = new URL(request.url ?? '/', 'http://notices');
      const [reference = '', ...below] = url.pathname.slice('/notices/'.length).split('/');
      const headers = request.headers as { [name: string]: string | undefined };
      const receipt = receive({
        method: request.method ?? '',
        path: `/${below.join('/')}`,
        query: Object.fromEntries(url.searchParams),
        headers,
        body,
        receivedAtMs: Date.now(),
      });
      // A provider that posts all its notices to one address names the attempt inside; what was
      // refused is about none.
      const isRefused = receipt.reply.status >= 400;
      const named = reference === '' ? namedIn(receipt) : [reference];
      for (const about of isRefused ? [] : named)
        taken.set(about, [...(taken.get(about) ?? []), receipt]);
      if (isRefused) refused += 1;
      response.writeHead(receipt.reply.status).end(receipt.reply.body);
      for (const wake of waiting) wake();
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}/notices/`;
  const receipts = (reference: string) => taken.get(reference) ?? [];
  const until = (isSo: () => boolean, timeoutMs: number, told: () => string) =>
    new Promise<void>((resolve, reject) => {
      const check = () => {
        if (!isSo()) return;
        finish();
        resolve();
      };
      const timer = setTimeout(() => {
        finish();
        reject(new Error(told()));
      }, timeoutMs);
      const finish = () => {
        clearTimeout(timer);
        waiting.delete(check);
      };
      waiting.add(check);
      check();
    });
  return {
    urlFor: (reference) => base + reference,
    receipts,
    waitFor: async (reference, count, timeoutMs = noticeTimeoutMs) => {
      const told = () => `${receipts(reference).length} of ${count} notices came`;
      await until(() => receipts(reference).length >= count, timeoutMs, told);
      return receipts(reference);
    },
    refused: () => refused,
    waitForRefused: (count) =>
      until(
        () => refused >= count,
        noticeTimeoutMs,
        () => `${refused} of ${count} notices were refused`,
      ),
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

const namedIn = ({ events }: Receipt): Set<string> =>
  new Set(events.flatMap(({ match: { ours } }) => ours ?? []));

/** Generous: the machine may be busy; the usual time is a few milliseconds. */
const noticeTimeoutMs = 60_000;

async function readAll(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}
