// Remembers accepted messages by the id that their sender knows, so that a repeated submission
// sends nothing twice, and a lost answer can be queried. The newest are kept.

import { messageOfLine } from '../sms/journal.ts';
import type { Line } from '../sms/journal.ts';
import type { CarrierName, Message, Report, State } from '../sms/message.ts';

export interface Known {
  message: Message;
  text: string;
  /** ACCEPTD: nothing was told yet. */
  state: State;
  /** The code of the state, as in `Report`. */
  error: string;
  /** When the state was told; of one that was not, when it was accepted. */
  atMs: number;
}

export interface References {
  find(id: string): Known | undefined;
  /** Newest first. */
  newest(): Known[];
  remember(message: Message, text: string): void;
  /** The result that is told of a message. */
  note(report: Pick<Report, 'message' | 'state' | 'error'>, atMs: number): void;
  load(line: Line): void;
}

const keptMax = 100_000;

export function createReferences(protocol: CarrierName): References {
  const known = new Map<string, Known>();
  /** Only while the book is read: its receipts name no reference. */
  const bySeq = new Map<number, Known>();
  function keep(entry: Known): void {
    known.set(entry.message.id, entry);
    if (known.size <= keptMax) return;
    for (const [key, oldest] of known) {
      bySeq.delete(oldest.message.seq);
      known.delete(key);
      return;
    }
  }
  return {
    find: (id) => known.get(id),
    newest: () => [...known.values()].reverse(),
    remember: (message, text) => keep(newlyKnown(message, text)),
    note({ message, state, error }, atMs) {
      const entry = known.get(message.id);
      if (entry?.message.seq === message.seq) setState(entry, state, error, atMs);
    },
    load(line) {
      if (line.event === 'accepted' && line.protocol === protocol) {
        const entry = newlyKnown(messageOfLine(line), line.text ?? '');
        bySeq.set(entry.message.seq, entry);
        keep(entry);
      }
      const entry = line.event === 'receipt' ? bySeq.get(line.seq ?? -1) : undefined;
      if (entry !== undefined)
        setState(entry, line.state ?? 'ENROUTE', line.error ?? '000', line.atMs);
    },
  };
}

function newlyKnown(message: Message, text: string): Known {
  return { message, text, state: 'ACCEPTD', error: '000', atMs: message.atMs };
}

/** A result stays when one that is not final is told late. */
function setState(entry: Known, state: State, error: string, atMs: number): void {
  if (state === 'ENROUTE' && entry.state !== 'ACCEPTD') return;
  entry.state = state;
  entry.error = error;
  entry.atMs = atMs;
}
