// Verifies the signature that most providers give their notices: HMAC-SHA256 over the bytes of the body.

import { createHmac, timingSafeEqual } from 'node:crypto';

/** `given`: 64 hexadecimal digits, or base64. A wrong one takes the same time wherever it differs. */
export function isHmacOf(body: Buffer, secret: string, given: string): boolean {
  const expected = createHmac('sha256', secret).update(body).digest();
  const bytes = Buffer.from(given, /^[0-9a-f]{64}$/i.test(given) ? 'hex' : 'base64');
  return bytes.length === expected.length && timingSafeEqual(bytes, expected);
}
