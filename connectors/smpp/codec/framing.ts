// Splits a stream of chunks into PDUs. A PDU that lies whole in a chunk is passed on as a view of
// it; only what straddles two chunks is copied, into one reused buffer that grows to the longest
// such PDU.

import { headerLength, pduLengthMax } from './commands.ts';

export interface Framing {
  /** The beginning of a PDU whose end has not come. */
  rest: Buffer;
  restLength: number;
}

/**
 * The PDU is `buffer[start, end)`, valid until the call returns. Answering false stops the framing:
 * the connection is gone.
 */
type TakePdu = (buffer: Buffer, start: number, end: number) => boolean;

const firstRestBytes = 4096;

export function createFraming(): Framing {
  return { rest: Buffer.allocUnsafe(firstRestBytes), restLength: 0 };
}

/**
 * Takes one chunk. False when a length is impossible (below 16, above 64 KiB): the stream cannot be
 * resynchronized and must be closed.
 */
export function pushChunk(framing: Framing, chunk: Buffer, take: TakePdu): boolean {
  let at = 0;
  while (framing.restLength > 0) {
    const missing = missingBytes(framing);
    if (missing === null) return false;
    if (missing === 0) {
      const length = framing.restLength;
      framing.restLength = 0;
      if (!take(framing.rest, 0, length)) return true;
      break;
    }
    if (at >= chunk.length) return true;
    at += keep(framing, chunk, at, Math.min(missing, chunk.length - at));
  }
  while (chunk.length - at >= 4) {
    const length = chunk.readUInt32BE(at);
    if (!isPossible(length)) return false;
    if (chunk.length - at < length) break;
    if (!take(chunk, at, at + length)) return true;
    at += length;
  }
  keep(framing, chunk, at, chunk.length - at);
  return true;
}

/**
 * How many bytes the kept PDU lacks: first of its length, then of the whole; null when its length
 * is impossible.
 */
function missingBytes({ rest, restLength }: Framing): number | null {
  if (restLength < 4) return 4 - restLength;
  const length = rest.readUInt32BE(0);
  return isPossible(length) ? length - restLength : null;
}

function isPossible(length: number): boolean {
  return length >= headerLength && length <= pduLengthMax;
}

/** Copies `count` bytes behind what is kept. */
function keep(framing: Framing, chunk: Buffer, at: number, count: number): number {
  const needed = framing.restLength + count;
  if (needed > framing.rest.length) {
    const grown = Buffer.allocUnsafe(Math.max(needed, framing.rest.length * 2));
    framing.rest.copy(grown, 0, 0, framing.restLength);
    framing.rest = grown;
  }
  chunk.copy(framing.rest, framing.restLength, at, at + count);
  framing.restLength += count;
  return count;
}
