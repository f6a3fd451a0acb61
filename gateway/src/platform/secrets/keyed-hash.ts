// Computes HMAC-SHA256 where it runs for every request and callback: two one-shot hashes over a
// key that was prepared once take a fifth of the time of `createHmac`.

import { createHash, hash, type Hash } from 'node:crypto';
import { environment } from '../environment.ts';

type Part = string | Buffer;

/** HMAC-SHA256 of the concatenated parts under a fixed key: 32 bytes. Text counts as UTF-8. */
export interface KeyedHash {
  (...parts: Part[]): Buffer;
  /** The same of megabytes: others have their turn after each part. */
  inTurns(...lists: Iterable<Part>[]): Promise<Buffer>;
}

const blockBytes = 64;
const hashBytes = 32;
/** Above this a copy of everything costs more than the slower way in pieces. */
const inOneMax = 65_536;

/** RFC 2104. Keys longer than 64 bytes are hashed first, as it says. */
export function keyedHash(key: Buffer): KeyedHash {
  const short = key.length > blockBytes ? hash('sha256', key, 'buffer') : key;
  const padded = Buffer.concat([short, Buffer.alloc(blockBytes - short.length)]);
  const inner = padded.map((byte) => byte ^ 0x36);
  const outer = padded.map((byte) => byte ^ 0x5c);
  const outerBlocks = Buffer.concat([outer, Buffer.alloc(hashBytes)]);
  const atOnce = (...parts: Part[]): Buffer => {
    if (parts.reduce((size, part) => size + part.length, 0) > inOneMax)
      return inPieces(inner, outer, parts);
    const bytes = parts.map((part) => (typeof part === 'string' ? Buffer.from(part) : part));
    // As a text of a character for each byte a hash costs a third of what it does as a buffer.
    const innerHash = hash('sha256', Buffer.concat([inner, ...bytes]), 'binary');
    outerBlocks.write(innerHash, blockBytes, 'binary');
    return Buffer.from(hash('sha256', outerBlocks, 'binary'), 'binary');
  };
  const inTurns = async (...lists: Iterable<Part>[]): Promise<Buffer> => {
    const innerHash = createHash('sha256').update(inner);
    for (const parts of lists)
      for (const part of parts) {
        innerHash.update(part);
        await environment.othersTurn();
      }
    return outerOf(outer, innerHash);
  };
  return Object.assign(atOnce, { inTurns });
}

function inPieces(inner: Uint8Array, outer: Uint8Array, parts: readonly Part[]): Buffer {
  const innerHash = createHash('sha256').update(inner);
  for (const part of parts) innerHash.update(part);
  return outerOf(outer, innerHash);
}

function outerOf(outer: Uint8Array, innerHash: Hash): Buffer {
  return hash('sha256', Buffer.concat([outer, innerHash.digest()]), 'buffer');
}
