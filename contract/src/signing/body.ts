// Converts a body to the bytes that are signed. A body is text or bytes; a parsed or not yet
// serialized value is not accepted.

import { utf8 } from './bytes.ts';

/** Exactly what is sent, or what was received: text, or its bytes. */
export type SignedBody = string | Uint8Array | ArrayBuffer;

/**
 * Null for an object, which JavaScript callers hand over by mistake: its text would be that of no
 * request.
 */
export function bytesOf(body: SignedBody): Uint8Array | null {
  const given: unknown = body;
  if (typeof given === 'string') return utf8(given);
  if (ArrayBuffer.isView(given))
    return new Uint8Array(given.buffer, given.byteOffset, given.byteLength);
  // A buffer of another realm, as in some test runners, is no instance of our ArrayBuffer.
  return Object.prototype.toString.call(given) === '[object ArrayBuffer]'
    ? new Uint8Array(given as ArrayBuffer)
    : null;
}
