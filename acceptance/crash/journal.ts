// Client-side journal, independent of the gateway: an append-only file in which each intent is on
// disk before its request is sent, and each answer and callback is recorded on arrival. Keeps the
// same records in memory for comparison.

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
  /** How many of the refused ones said when to come again: the node was busy (F08). */
  busy: number;
  callbacks: Callback[];
}

export interface Journal {
  entries: ReadonlyMap<string, Entry>;
  intend(order: Order): Entry;
  answered(entry: Entry, body: Json, isBusy: boolean): void;
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
      const entry = entries.get(id) ?? {
        order,
        sent: 0,
        unanswered: 0,
        acknowledged: [],
        refused: [],
        busy: 0,
        callbacks: [],
      };
      entry.sent += 1;
      entries.set(id, entry);
      return entry;
    },
    answered(entry, body, isBusy) {
      const { order, acknowledged, refused } = entry;
      write({ ack: order.externalTransactionId, body });
      const stored =
        body.code === 2000 || (body.code === 4000 && body.data?.transactionId !== undefined);
      (stored ? acknowledged : refused).push(body);
      if (!stored && isBusy) entry.busy += 1;
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
