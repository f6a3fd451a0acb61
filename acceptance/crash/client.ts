// Client of the crash suite. Writes the intent first, trusts only complete answers, and repeats a
// request whose answer was lost, with the same id, at any node that answers. Some requests are
// never repeated: those may or may not be stored.

import { setTimeout as sleep } from 'node:timers/promises';
import { sendRequest } from '../harness/index.ts';
import type { WhenBusy } from '../harness/index.ts';
import type { Entry, Journal } from './journal.ts';
import type { Order } from './orders.ts';

export interface Client {
  /**
   * Sends one request to one node and writes down what came of it. True when an answer came. A busy
   * node is asked again unless told.
   */
  send(entry: Entry, baseUrl: string, whenBusy?: WhenBusy): Promise<boolean>;
  /**
   * Sends the orders over the nodes, spread over `durationMs`; resolves when every one has been
   * answered or given up.
   */
  load(orders: readonly Order[], durationMs: number): Promise<void>;
}

export interface ClientDeps {
  journal: Journal;
  apiKey: string;
  callbackUrl: string;
  /** Base URLs; a node that is down is tried like any other. */
  nodes(): readonly string[];
  random(): number;
}

/**
 * Above what the gateway needs for any answer; a request without an answer by then is a fault of
 * its own.
 */
const answerTimeoutMs = 20_000;
const givesUpShare = 0.3;
/** A node that is started again takes its time on a busy machine. */
const triesMax = 200;
const repeatAfterMs = 250;

export function createClient({ journal, apiKey, callbackUrl, nodes, random }: ClientDeps): Client {
  const send: Client['send'] = async (entry, baseUrl, whenBusy = 'repeat') => {
    const { direction: _, ...body } = entry.order;
    try {
      const { json, status, headers } = await sendRequest(`${baseUrl}/api-services/operation`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ ...body, callbackUrl, apiKey }),
        timeoutMs: answerTimeoutMs,
        whenBusy,
      });
      if (status !== 200 || json === undefined) throw new Error(`HTTP ${status} without JSON`);
      journal.answered(entry, json, headers['retry-after'] !== undefined);
      return true;
    } catch (error) {
      journal.unanswered(entry, String(error));
      return false;
    }
  };
  const anyNode = (): string => nodes()[Math.floor(random() * nodes().length)]!;
  const perform = async (order: Order): Promise<void> => {
    const givesUp = random() < givesUpShare;
    for (let tries = 0; tries < triesMax; tries++) {
      const entry = journal.intend(order);
      // Every answer is written down: one that says falsely that nothing was stored must not be
      // forgotten over its repeat.
      const answered = await send(entry, anyNode(), 'answer');
      // 5000 promises that nothing was stored, so the client may try again as well.
      const done = answered && entry.acknowledged.length > 0;
      if (done || givesUp) return;
      await sleep(repeatAfterMs);
    }
  };
  return {
    send,
    async load(orders, durationMs) {
      await Promise.all(
        orders.map(async (order) => {
          await sleep(random() * durationMs);
          await perform(order);
        }),
      );
    },
  };
}
