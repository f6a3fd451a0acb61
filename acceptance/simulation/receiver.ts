// The accounts' servers of the simulation: they write down each callback that reaches them, and
// answer it, or not.

import type { PostRequest, PostResult } from '../../gateway/src/platform/outbound/post.ts';
import type { Chance } from './chance.ts';
import type { Counters } from './counters.ts';
import type { Timeline } from './timeline.ts';

export interface Received {
  at: number;
  url: string;
  body: string;
  transactionId: string;
  externalId: string;
  status: string;
}

export interface Receiver {
  post(
    request: PostRequest,
    deliver: (delayMs: number, run: () => void) => void,
  ): Promise<PostResult>;
  readonly journal: readonly Received[];
  heal(): void;
}

const travelMs = [5, 150] as const;

export function createReceiver(
  timeline: Timeline,
  chance: Chance,
  counters: Counters,
  troubleAtFirst: number,
): Receiver {
  const journal: Received[] = [];
  let trouble = troubleAtFirst;
  return {
    journal,
    heal() {
      trouble = 0;
    },
    post: (request, deliver) =>
      new Promise((resolve) => {
        const fate = chance.next();
        const end = (delayMs: number, status: number | null): void =>
          deliver(delayMs, () => resolve(resultOf(status, delayMs)));
        if (fate < 0.1 * trouble) {
          counters.count('callback never arrives');
          end(request.timeoutMs, null);
          return;
        }
        timeline.after(chance.between(...travelMs), '', () => {
          journal.push(read(request, timeline.now));
          if (fate < 0.2 * trouble) {
            counters.count('answer of a receiver lost');
            end(request.timeoutMs, null);
          } else end(chance.between(...travelMs), fate < 0.35 * trouble ? 500 : 200);
        });
      }),
  };
}

function read({ url, body }: PostRequest, at: number): Received {
  const said = JSON.parse(String(body)) as {
    status: string;
    transaction: { transactionId: string; externalTransactionId: string };
  };
  return {
    at,
    url,
    body: String(body),
    status: said.status,
    transactionId: said.transaction.transactionId,
    externalId: said.transaction.externalTransactionId,
  };
}

const resultOf = (status: number | null, totalMs: number): PostResult => ({
  status,
  errorClass: status === 200 ? null : status === null ? 'timeout' : 'http_status',
  timedOutIn: status === null ? 'head' : null,
  address: '203.0.113.1',
  phases: { dnsMs: null, connectMs: null, tlsMs: null, firstByteMs: null, totalMs },
  reused: true,
  tlsVersion: null,
  pinSeen: null,
  pinResult: 'none',
  certificate: null,
  body: Buffer.alloc(0),
  bodyCut: false,
  headers: () => ({}),
});
