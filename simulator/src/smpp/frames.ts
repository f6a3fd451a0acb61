// Splits a stream of bytes into PDUs.

import { headerBytes } from './codec.ts';

/**
 * Longer than any PDU that makes sense: the stream is out of step, or somebody speaks another
 * protocol.
 */
const pduBytesMax = 64 * 1024;

export interface Frames {
  /**
   * Hands over each whole PDU as a range of a buffer, while `handle` answers true. False: a length
   * was impossible, and nothing after it can be read.
   */
  push(chunk: Buffer, handle: (buffer: Buffer, start: number, end: number) => boolean): boolean;
}

export function createFrames(): Frames {
  let rest: Buffer | null = null;
  return {
    push(chunk, handle) {
      const buffer = rest === null ? chunk : Buffer.concat([rest, chunk]);
      let at = 0;
      while (buffer.length - at >= 4) {
        const length = buffer.readUInt32BE(at);
        if (length < headerBytes || length > pduBytesMax) return false;
        if (buffer.length - at < length) break;
        if (!handle(buffer, at, at + length)) return true;
        at += length;
      }
      rest = at === buffer.length ? null : buffer.subarray(at);
      return true;
    },
  };
}
