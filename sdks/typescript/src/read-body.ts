// Reads the body of a callback as it arrives, and not for ever.

import { CallbackError } from './errors.ts';

/** Far above any callback. */
const bodyBytesMax = 1_048_576;

export async function readBody(body: AsyncIterable<Uint8Array | string>): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of body) {
    const bytes = typeof chunk === 'string' ? new TextEncoder().encode(chunk) : chunk;
    length += bytes.length;
    if (length > bodyBytesMax) throw new CallbackError('notJson', 'The body is too long.');
    chunks.push(bytes);
  }
  const whole = new Uint8Array(length);
  let at = 0;
  for (const chunk of chunks) {
    whole.set(chunk, at);
    at += chunk.length;
  }
  return whole;
}
