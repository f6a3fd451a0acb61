// What does the client know, whatever becomes of the gateway? An append-only file: each intent is on the disk before its request leaves,
// each answer and each callback when it comes. The same in memory, to be compared.

import { closeSync, fsyncSync, openSync, writeSync } from 'node:fs';
import type { Json } from '../harness/index.ts';
import type { Order } from './orders.ts';

export interface Callback {
  text: string;
  json: Json;
}

/** Everything that the client sent and heard about one order. */
export interface Entry {
  order: Order;
  /** Requests sent, repeats included. */
  sent: number;
  /** Requests whose connection broke: the client does not know. */
  unanswered: number;
  /** Bodies with code 2000, or 4000 with a transaction: stored. */
  acknowledged: Json[];
  /** Bodies that promise that this request stored nothing. */
  refused: Json[];
  callbacks: Callback[];
}

export interface Journal {
  entries: ReadonlyMap<string, Entry>;
  intend(order: Order): Entry;
  answered(entry: Entry, body: Json): void;
  unanswered(entry: Entry, reason: string): void;
  /** Callbacks that fit no intent. */
  strangers: readonly string[];
  calledBack(text: string, json: Json): void;
  close(): void;
}

export function openJournal(file: string): Journal {
  const handle = openSync(file, 'a', 0o600);
  const entries = new Map<string, Entry>();
  const strangers: string[] = [];
  const write = (line: object): void => void writeSync(handle, `${JSON.stringify(line)}\n`);
  return {
    entries,
    strangers,
    intend(order) {
      const id = order.externalTransactionId;
      write({ intent: order });
      fsyncSync(handle);
      const entry = entries.get(id) ?? { order, sent: 0, unanswered: 0, acknowledged: [], refused: [], callbacks: [] };
      entry.sent += 1;
      entries.set(id, entry);
      return entry;
    },
    answered({ order, acknowledged, refused }, body) {
      write({ ack: order.externalTransactionId, body });
      const stored = body.code === 2000 || (body.code === 4000 && body.data?.transactionId !== undefined);
      (stored ? acknowledged : refused).push(body);
    },
    unanswered(entry, reason) {
      write({ unanswered: entry.order.externalTransactionId, reason });
      entry.unanswered += 1;
    },
    calledBack(text, json) {
      write({ callback: text });
      const entry = entries.get(String(json?.transaction?.externalTransactionId));
      if (entry === undefined) strangers.push(text);
      else entry.callbacks.push({ text, json });
    },
    close: () => closeSync(handle),
  };
}
