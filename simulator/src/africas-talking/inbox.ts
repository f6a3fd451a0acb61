// Messages from phones as callers fetch them: those after an id, again and again.

import type { Line } from '../sms/journal.ts';
import type { Inbound } from '../sms/message.ts';

type Written = Pick<Inbound, 'seq' | 'from' | 'to' | 'text'> & { atMs: number };

export interface Inbox {
  add(written: Written): void;
  /** The oldest after `seq`. */
  after(seq: number): Written[];
  load(line: Line): void;
}

const keptMax = 1_000;
const pageMax = 100;

export function createInbox(): Inbox {
  /** By seq, the oldest first. */
  const messages = new Map<number, Written>();
  function add(written: Written): void {
    messages.set(written.seq, written);
    const [oldest] = messages.keys();
    if (oldest !== undefined && messages.size > keptMax) messages.delete(oldest);
  }
  return {
    add,
    after: (seq) => [...messages.values()].filter((each) => each.seq > seq).slice(0, pageMax),
    load({ event, protocol, seq = 0, from = '', to = '', text = '', atMs }) {
      if (event === 'inbound' && protocol === 'africas-talking') add({ seq, from, to, text, atMs });
    },
  };
}
