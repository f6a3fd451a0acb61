// Reads send journals. A torn last line, and a line that damage has changed, is passed over and
// counted: what stands around it is still good.

import { createReadStream } from 'node:fs';
import { text } from 'node:stream/consumers';
import type { KeyRing } from '../../platform/secrets/index.ts';
import type { OperationTerms, SentAttempt } from '../operations/index.ts';
import { segmentsIn } from './directory.ts';
import { keyOf, readEntry, withoutChecksum, type JournalEntry, type SentKey } from './entry.ts';
import { readHeader, type Sealing } from './segment.ts';

export interface Reading {
  /** Lines that are not whole. */
  torn: number;
  /**
   * Segments whose key no key-encryption key at hand opens: the secrets of their entries are
   * missing.
   */
  locked: number;
}

/** Reads the last entries of one node's journal, the oldest first; at most `count`. */
export async function readNewest(
  directory: string,
  secrets: Sealing,
  count: number,
): Promise<SentKey[]> {
  const newest: SentKey[] = [];
  for (const path of segmentsIn(directory).toReversed()) {
    const entries: SentKey[] = [];
    for await (const { entry } of readSegment(path, secrets, { torn: 0, locked: 0 })) {
      entries.push(keyOf(entry));
      if (entries.length > count) entries.shift();
    }
    newest.unshift(...entries.slice(Math.max(0, entries.length + newest.length - count)));
    if (newest.length >= count) break;
  }
  return newest;
}

/** What is held of an entry: the whole may have a file of megabytes. */
export interface WrittenEntry {
  terms: Pick<OperationTerms, 'accountId' | 'id' | 'externalId' | 'phone' | 'amount' | 'currency'>;
  attempt: Pick<SentAttempt, 'number' | 'purpose' | 'route' | 'sentAt'> & SentKey['attempt'];
  /** From the disk. */
  read(): Promise<JournalEntry>;
}

/** The segments of one node's journal, the newest first, each with its entries in their order. */
export async function* readBackwards(
  directory: string,
  secrets: Sealing,
  reading: Reading,
): AsyncGenerator<WrittenEntry[]> {
  for (const path of segmentsIn(directory).toReversed()) {
    const entries: WrittenEntry[] = [];
    for await (const { entry, read } of readSegment(path, secrets, reading))
      entries.push({ ...heldOf(entry), read });
    yield entries;
  }
}

function heldOf({ terms, attempt }: JournalEntry): Omit<WrittenEntry, 'read'> {
  const { accountId, id, externalId, phone, amount, currency } = terms;
  const { number, purpose, route, sentAt, prepared } = attempt;
  return {
    terms: { accountId, id, externalId, phone, amount, currency },
    attempt: { number, purpose, route, sentAt, prepared: { refs: { ours: prepared.refs.ours } } },
  };
}

async function* readSegment(
  path: string,
  secrets: Sealing,
  reading: Reading,
): AsyncGenerator<{ entry: JournalEntry } & Pick<WrittenEntry, 'read'>> {
  let keys: KeyRing | null | undefined;
  for await (const { line, start, end } of linesOf(path)) {
    const whole = withoutChecksum(line);
    if (whole === null) reading.torn++;
    else if (keys === undefined) {
      keys = readHeader(whole, secrets);
      if (keys === null) reading.locked++;
    } else {
      const opened = keys;
      yield {
        entry: readEntry(whole, opened),
        read: () => readAgain(path, { start, end }, opened),
      };
    }
  }
}

/** In bytes, without its newline. */
interface ByteRange {
  start: number;
  end: number;
}

async function readAgain(
  path: string,
  { start, end }: ByteRange,
  keys: KeyRing | null,
): Promise<JournalEntry> {
  const line = await text(createReadStream(path, { start, end: end - 1 }));
  const whole = withoutChecksum(line);
  if (whole === null) throw new Error(`${path} changed while it was read`);
  return readEntry(whole, keys);
}

const newline = 0x0a;

/** Not by `readline`, which ends lines at more characters than JSON escapes. */
async function* linesOf(path: string): AsyncGenerator<{ line: string } & ByteRange> {
  let begun: Buffer[] = [];
  let start = 0;
  const take = (last: Buffer): { line: string } & ByteRange => {
    const bytes = Buffer.concat([...begun, last]);
    return { line: bytes.toString(), start, end: start + bytes.length };
  };
  for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) {
    let from = 0;
    for (let at = chunk.indexOf(newline); at >= 0; at = chunk.indexOf(newline, from)) {
      const line = take(chunk.subarray(from, at));
      yield line;
      begun = [];
      from = at + 1;
      start = line.end + 1;
    }
    begun.push(chunk.subarray(from));
  }
  const torn = take(Buffer.alloc(0));
  if (torn.line !== '') yield torn;
}
