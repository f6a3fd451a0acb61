// Book of what the provider executed, so that nothing is forgotten: an append-only file of JSON
// lines. Lines that arrive while one write runs go together into the next, so nobody waits longer
// than two of them.

import {
  closeSync,
  fdatasync,
  fsyncSync,
  ftruncateSync,
  mkdirSync,
  openSync,
  readSync,
  write,
} from 'node:fs';
import { createReadStream } from 'node:fs';
import { dirname } from 'node:path';
import type { ReadStream } from 'node:fs';

export interface Book {
  /**
   * Hands over every stored line with its byte offset, and cuts off a line that a crash left half
   * written. Once, before the first append.
   */
  replay(onLine: (line: string, offset: number) => void): void;
  /**
   * Appends whole lines (each ending in a newline). `durable` resolves when they are safe (see
   * `openBook`).
   */
  append(text: string): { offset: number; durable: Promise<void> };
  /** Resolves when everything appended so far is safe. */
  settled(): Promise<void>;
  /** Bytes known to be safe. */
  durableBytes(): number;
  readLineAt(offset: number): string;
  stream(fromByte: number): ReadStream;
  /** Those that are safe. */
  lines(): AsyncGenerator<string>;
  close(): Promise<void>;
}

interface Batch {
  texts: string[];
  promise: Promise<void>;
  resolve: () => void;
}

/**
 * Opens or creates the book. `safeFrom`: what a line survives once `durable` resolved. `powerLoss`
 * waits for the disk, `kill` for the operating system only: enough for a provider whose process is
 * killed in tests, and it takes no flushes from the database beside it.
 */
export function openBook(path: string, safeFrom: 'powerLoss' | 'kill' = 'powerLoss'): Book {
  mkdirSync(dirname(path), { recursive: true });
  const file = openSync(path, 'a+', 0o600);
  syncDirectory(dirname(path));
  let size = 0;
  let durable = 0;
  let gathering: Batch | null = null;
  let running: Batch | null = null;

  function flush(): void {
    const batch = gathering;
    if (batch === null || running !== null) return;
    gathering = null;
    running = batch;
    writeAll(file, Buffer.from(batch.texts.join('')), (written) => {
      const done = (error: Error | null): void => {
        // A provider that cannot write its book must not go on promising.
        if (error !== null) throw error;
        durable += written;
        running = null;
        batch.resolve();
        flush();
      };
      if (safeFrom === 'kill') done(null);
      else fdatasync(file, done);
    });
  }
  const stream = (fromByte: number): ReadStream =>
    createReadStream(path, { start: Math.min(fromByte, durable), end: Math.max(durable - 1, 0) });
  return {
    replay(onLine) {
      size = replayFile(file, onLine);
      durable = size;
      ftruncateSync(file, size);
    },
    append(text) {
      const offset = size;
      size += Buffer.byteLength(text);
      gathering ??= newBatch();
      gathering.texts.push(text);
      const { promise } = gathering;
      flush();
      return { offset, durable: promise };
    },
    settled: () => gathering?.promise ?? running?.promise ?? Promise.resolve(),
    durableBytes: () => durable,
    readLineAt: (offset) => readLine(file, offset),
    stream,
    async *lines() {
      if (durable > 0) yield* linesIn(stream(0));
    },
    async close() {
      while (gathering !== null || running !== null) await (gathering ?? running)?.promise;
      closeSync(file);
    },
  };
}

function newBatch(): Batch {
  const { promise, resolve } = Promise.withResolvers<void>();
  return { texts: [], promise, resolve };
}

function writeAll(file: number, bytes: Buffer, done: (written: number) => void, from = 0): void {
  write(file, bytes, from, bytes.length - from, null, (error, count) => {
    if (error !== null) throw error;
    if (from + count < bytes.length) writeAll(file, bytes, done, from + count);
    else done(bytes.length);
  });
}

function syncDirectory(path: string): void {
  const directory = openSync(path, 'r');
  fsyncSync(directory);
  closeSync(directory);
}

/** Reads all complete lines; answers the size in bytes of the complete part. */
function replayFile(file: number, onLine: (line: string, offset: number) => void): number {
  const chunk = Buffer.allocUnsafe(1 << 20);
  let rest: Buffer = Buffer.alloc(0);
  let restOffset = 0;
  for (let position = 0; ;) {
    const count = readSync(file, chunk, 0, chunk.length, position);
    if (count === 0) return restOffset;
    position += count;
    const block = Buffer.concat([rest, chunk.subarray(0, count)]);
    let from = 0;
    for (let end = block.indexOf(10, from); end >= 0; end = block.indexOf(10, from)) {
      onLine(block.toString('utf8', from, end), restOffset + from);
      from = end + 1;
    }
    rest = block.subarray(from);
    restOffset += from;
  }
}

/** Not by `readline`, which ends lines at more characters than JSON escapes. */
async function* linesIn(stream: ReadStream): AsyncGenerator<string> {
  let begun = '';
  for await (const text of stream.setEncoding('utf8') as AsyncIterable<string>) {
    const [first = '', ...others] = text.split('\n');
    begun += first;
    for (const other of others) {
      yield begun;
      begun = other;
    }
  }
}

function readLine(file: number, offset: number): string {
  const parts: Buffer[] = [];
  for (let position = offset; ;) {
    const chunk = Buffer.allocUnsafe(4096);
    const count = readSync(file, chunk, 0, chunk.length, position);
    const end = chunk.subarray(0, count).indexOf(10);
    if (end >= 0 || count === 0)
      return Buffer.concat([...parts, chunk.subarray(0, Math.max(end, 0))]).toString('utf8');
    parts.push(chunk.subarray(0, count));
    position += count;
  }
}
