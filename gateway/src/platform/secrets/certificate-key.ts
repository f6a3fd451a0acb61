// Signs what the installation certifies, with an Ed25519 key that is made of its pepper: the same on
// all nodes, never in the database, and good for everybody who knows the public half.

import { createPrivateKey, createPublicKey, sign, verify } from 'node:crypto';

export interface CertificateKey {
  /** Base64 of its 32 bytes. */
  publicKey: string;
  /** Base64. */
  sign(text: string): string;
  /** Whether this installation signed exactly this text. */
  isSigned(text: string, signature: string): boolean;
}

/** What stands before the 32 bytes of a key in PKCS #8 (RFC 8410). */
const privateKeyHead = Buffer.from('302e020100300506032b657004220420', 'hex');
const publicKeyBytes = 32;

/** `seed`: 32 bytes, used for nothing else. */
export function certificateKeyOf(seed: Buffer): CertificateKey {
  const key = createPrivateKey({
    key: Buffer.concat([privateKeyHead, seed]),
    format: 'der',
    type: 'pkcs8',
  });
  const publicKey = createPublicKey(key);
  const spki = publicKey.export({ format: 'der', type: 'spki' });
  return {
    publicKey: spki.subarray(-publicKeyBytes).toString('base64'),
    sign: (text) => sign(null, Buffer.from(text), key).toString('base64'),
    isSigned: (text, signature) =>
      verify(null, Buffer.from(text), publicKey, Buffer.from(signature, 'base64')),
  };
}
