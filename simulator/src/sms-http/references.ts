// Remembers the sender's references, so that a repeated submission sends nothing twice, and a lost
// answer can be queried. The newest are kept.

import type { Line } from '../sms/journal.ts';
import type { Message, State } from '../sms/message.ts';

export interface Known {
  seq: number;
  id: string;
  to: string;
  from: string;
  text: string;
  state: State;
}

export interface References {
  find(reference: string): Known | undefined;
  remember(message: Message, text: string): void;
  /** The result that was told of a message. */
  note(message: Pick<Message, 'reference' | 'seq'>, state: State): void;
  load(line: Line): void;
}

const keptMax = 100_000;

export function createReferences(): References {
  const known = new Map<string, Known>();
  /** Only while the book is read: its receipts name no reference. */
  const bySeq = new Map<number, Known>();
  function keep(reference: string, entry: Known): void {
    known.set(reference, entry);
    if (known.size <= keptMax) return;
    for (const oldest of known.keys()) {
      bySeq.delete(known.get(oldest)?.seq ?? -1);
      known.delete(oldest);
      return;
    }
  }
  return {
    find: (reference) => known.get(reference),
    remember: ({ reference, seq, id, to, from }, text) =>
      keep(reference, { seq, id, to, from, text, state: 'ENROUTE' }),
    note({ reference, seq }, state) {
      const entry = known.get(reference);
      if (entry?.seq === seq) entry.state = state;
    },
    load({ event, protocol, reference, seq = 0, id = '', to = '', from = '', text = '', state }) {
      if (event === 'accepted' && protocol === 'http' && reference !== undefined) {
        const entry: Known = { seq, id, to, from, text, state: 'ENROUTE' };
        bySeq.set(seq, entry);
        keep(reference, entry);
      }
      const entry = event === 'receipt' ? bySeq.get(seq) : undefined;
      if (entry !== undefined && state !== undefined) entry.state = state;
    },
  };
}
