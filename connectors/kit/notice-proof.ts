// Verifies what proves that a provider sent a notice: a signature of its body, or a text that only the two of us know.

import { createHmac, hash, timingSafeEqual } from 'node:crypto';

/** HMAC-SHA256 of the bytes, which most providers use. `given`: 64 hexadecimal digits, or base64. A wrong one takes the same time wherever it differs. */
export function isHmacOf(body: Buffer, secret: string, given: string): boolean {
  const expected = createHmac('sha256', secret).update(body).digest();
  const bytes = Buffer.from(given, /^[0-9a-f]{64}$/i.test(given) ? 'hex' : 'base64');
  return bytes.length === expected.length && timingSafeEqual(bytes, expected);
}

/** Texts of any length, in a time that does not depend on where they differ. */
export const isSameSecret = (one: string, other: string): boolean =>
  timingSafeEqual(hash('sha256', one, 'buffer'), hash('sha256', other, 'buffer'));
