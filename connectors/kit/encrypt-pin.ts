// Encrypts a PIN or password with a provider's public key, as several protocols ask for it.

import { constants, createPublicKey, publicEncrypt } from 'node:crypto';
import type { KeyObject } from 'node:crypto';

/**
 * The key of a public key or a certificate in PEM; null when it is neither, above all a private
 * key, which nobody should hand out.
 */
export function readPublicKey(pem: unknown): KeyObject | null {
  if (typeof pem !== 'string' || pem.includes('PRIVATE KEY')) return null;
  try {
    return createPublicKey(pem);
  } catch {
    return null;
  }
}

/** RSA with PKCS#1 v1.5 padding, in base64. Another value each time. */
export function encryptPin(key: KeyObject, pin: string): string {
  const padding = constants.RSA_PKCS1_PADDING;
  return publicEncrypt({ key, padding }, Buffer.from(pin)).toString('base64');
}
