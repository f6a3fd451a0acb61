// Verifies what proves that a provider sent a notice: a signature of its body, or a text that only
// the two of us know.

import { createHmac, hash, timingSafeEqual } from 'node:crypto';

const lengths = { md5: 16, sha1: 20, sha256: 32, sha512: 64 };
type Hash = keyof typeof lengths;

/**
 * HMAC of the bytes. `given`: hexadecimal digits, or base64. `hashes`: those that the provider may
 * have chosen, told by the length; most use SHA-256. A wrong one takes the same time wherever it
 * differs.
 */
export function isHmacOf(
  body: Buffer,
  secret: string,
  given: string,
  hashes: readonly Hash[] = ['sha256'],
): boolean {
  return hashes.some((name) => {
    const length = lengths[name];
    const isHex = given.length === 2 * length && /^[0-9a-f]+$/i.test(given);
    const bytes = Buffer.from(given, isHex ? 'hex' : 'base64');
    if (bytes.length !== length) return false;
    return timingSafeEqual(bytes, createHmac(name, secret).update(body).digest());
  });
}

/** Texts of any length, in a time that does not depend on where they differ. */
export const isSameSecret = (one: string, other: string): boolean =>
  timingSafeEqual(hash('sha256', one, 'buffer'), hash('sha256', other, 'buffer'));
