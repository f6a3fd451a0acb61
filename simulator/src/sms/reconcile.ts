// Checks that nothing was accepted twice, and that everything accepted was reported. Read from the
// whole book, for tests that compare it with their own.

import { hash } from 'node:crypto';
import { textOf } from './alphabet.ts';
import type { Book } from '../core/book.ts';
import type { Line } from './journal.ts';

export interface Reconciliation {
  accepted: number;
  recipients: number;
  /** Accepted without an answer: their sender cannot know. */
  unanswered: number;
  /**
   * Equal sender, number and content (with its header) more than once: their ids, the first
   * hundred.
   */
  acceptedTwice: { to: string; ids: string[] }[];
  acceptedTwiceCount: number;
  /** Accepted ones with so many receipts: `{"1": 998, "2": 2}`; none is not listed. */
  receiptsEach: { [count: string]: number };
  /** Accepted ones whose last receipt says so. */
  lastState: { [state: string]: number };
  acknowledged: number;
}

const listedMax = 100;

export async function reconcile(book: Book): Promise<Reconciliation> {
  const first = new Map<string, string>();
  const twice = new Map<string, { to: string; ids: string[] }>();
  const receipts = new Map<number, { count: number; state: string }>();
  const recipients = new Set<string>();
  const acknowledged = new Set<number>();
  let accepted = 0;
  let unanswered = 0;
  for await (const line of linesOf(book)) {
    const { event, seq = 0, id = '', to = '', state = '' } = line;
    if (event === 'accepted') {
      accepted += 1;
      recipients.add(to);
      if (line.answered === false) unanswered += 1;
      const key = keyOf(line);
      const before = first.get(key);
      if (before === undefined) first.set(key, id);
      else twice.set(key, { to, ids: [...(twice.get(key)?.ids ?? [before]), id] });
    } else if (event === 'receipt')
      receipts.set(seq, { count: (receipts.get(seq)?.count ?? 0) + 1, state });
    else if (event === 'acknowledged' && id !== '') acknowledged.add(seq);
  }
  const reported = [...receipts.values()];
  return {
    accepted,
    recipients: recipients.size,
    unanswered,
    acceptedTwice: [...twice.values()].slice(0, listedMax),
    acceptedTwiceCount: twice.size,
    receiptsEach: countBy(reported.map(({ count }) => String(count))),
    lastState: countBy(reported.map(({ state }) => state)),
    acknowledged: acknowledged.size,
  };
}

/** Short, since there may be millions. */
function keyOf({ account, from, to, coding, header, hex, text }: Line): string {
  return hash(
    'sha1',
    JSON.stringify([account, from, to, coding, header, hex, text]),
    'base64url',
  ).slice(0, 16);
}

function countBy(names: string[]): { [name: string]: number } {
  const counts: { [name: string]: number } = {};
  for (const name of names) counts[name] = (counts[name] ?? 0) + 1;
  return counts;
}

/** What a caller wants to see of the book: an equal member each. */
export type Filter = {
  readonly [member in 'to' | 'id' | 'reference' | 'account' | 'event']?: string;
};

/**
 * The lines that fit, in their order, with their text readable. Receipts and acknowledgements name
 * the id only.
 */
export async function findLines(book: Book, filter: Filter): Promise<Line[]> {
  const lines: Line[] = [];
  const ids = new Set<number>();
  const wanted = Object.entries(filter) as [keyof Filter, string][];
  for await (const line of linesOf(book)) {
    const fits = wanted.every(([member, value]) => line[member] === value);
    const follows = filter.event === undefined && line.seq !== undefined && ids.has(line.seq);
    if (!fits && !follows) continue;
    if (line.seq !== undefined) ids.add(line.seq);
    lines.push(readable(line));
  }
  return lines;
}

function readable(line: Line): Line {
  if (line.text !== undefined || line.hex === undefined) return line;
  const text = textOf(line.coding ?? 0, Buffer.from(line.hex, 'hex'));
  return text === null ? line : { ...line, text };
}

async function* linesOf(book: Book): AsyncGenerator<Line> {
  for await (const line of book.lines()) yield JSON.parse(line) as Line;
}
