// Computes a certificate pin: the base64 SHA-256 of a certificate's SubjectPublicKeyInfo. Node's
// `pubkey` of a peer certificate is that for RSA keys only, so the export of X509Certificate is
// hashed.

import { createHash, type KeyObject } from 'node:crypto';

/**
 * The pins that one receiver's key must be among, and a text that is equal for equal sets:
 * connections are kept apart by it.
 */
export interface PinSet {
  readonly key: string;
  readonly pins: ReadonlySet<string>;
}

export function pinSetOf(pins: Iterable<string>): PinSet {
  const sorted = [...new Set(pins)].toSorted();
  return { key: sorted.join(' '), pins: new Set(sorted) };
}

export function pinOf(publicKey: KeyObject): string {
  return createHash('sha256')
    .update(publicKey.export({ type: 'spki', format: 'der' }))
    .digest('base64');
}

/**
 * What many pages tell people to compute for an EC key: the hash of its raw point, `04 x y`. Null
 * for other kinds of keys.
 */
export function rawPointPinOf(publicKey: KeyObject): string | null {
  if (publicKey.asymmetricKeyType !== 'ec') return null;
  const { x, y } = publicKey.export({ format: 'jwk' });
  if (x === undefined || y === undefined) return null;
  return createHash('sha256')
    .update(
      Buffer.concat([Buffer.from([4]), Buffer.from(x, 'base64url'), Buffer.from(y, 'base64url')]),
    )
    .digest('base64');
}
