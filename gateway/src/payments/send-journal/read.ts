// Reads send journals. A torn last line, and a line that damage has changed, is passed over and
// counted: what stands around it is still good.

import { createReadStream } from 'node:fs';
import { segmentsIn } from './directory.ts';
import { keyOf, readEntry, withoutChecksum, type JournalEntry, type SentKey } from './entry.ts';
import { readHeader, type Sealing } from './segment.ts';

export interface Reading {
  /** Lines that are not whole. */
  torn: number;
  /** Segments whose key no key-encryption key at hand opens: the secrets of their entries are missing. */
  locked: number;
}

/** Of the last entries of one node's journal, the oldest first; at most `count`. */
export async function readNewest(
  directory: string,
  secrets: Sealing,
  count: number,
): Promise<SentKey[]> {
  const newest: SentKey[] = [];
  for (const path of segmentsIn(directory).toReversed()) {
    const entries: SentKey[] = [];
    for await (const entry of readSegment(path, secrets, { torn: 0, locked: 0 })) {
      entries.push(keyOf(entry));
      if (entries.length > count) entries.shift();
    }
    newest.unshift(...entries.slice(Math.max(0, entries.length + newest.length - count)));
    if (newest.length >= count) break;
  }
  return newest;
}

/** The segments of one node's journal, the newest first, each with its entries in their order. */
export async function* readBackwards(
  directory: string,
  secrets: Sealing,
  reading: Reading,
): AsyncGenerator<JournalEntry[]> {
  for (const path of segmentsIn(directory).toReversed()) {
    const entries: JournalEntry[] = [];
    for await (const entry of readSegment(path, secrets, reading)) entries.push(entry);
    yield entries;
  }
}

async function* readSegment(
  path: string,
  secrets: Sealing,
  reading: Reading,
): AsyncGenerator<JournalEntry> {
  let keys: ReturnType<typeof readHeader> | undefined;
  for await (const line of linesOf(path)) {
    const text = withoutChecksum(line);
    if (text === null) reading.torn++;
    else if (keys === undefined) {
      keys = readHeader(text, secrets);
      if (keys === null) reading.locked++;
    } else yield readEntry(text, keys);
  }
}

const newline = 0x0a;

/** Not by `readline`, which ends lines at more characters than JSON escapes. */
async function* linesOf(path: string): AsyncGenerator<string> {
  let begun: Buffer[] = [];
  for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) {
    let from = 0;
    for (let end = chunk.indexOf(newline); end >= 0; end = chunk.indexOf(newline, from)) {
      yield Buffer.concat([...begun, chunk.subarray(from, end)]).toString();
      begun = [];
      from = end + 1;
    }
    begun.push(chunk.subarray(from));
  }
  const torn = Buffer.concat(begun).toString();
  if (torn !== '') yield torn;
}
