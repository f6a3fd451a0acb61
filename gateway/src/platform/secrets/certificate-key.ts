// Signs what the installation certifies, with an Ed25519 key that is made of its pepper: the same
// on all nodes, never in the database, and good for everybody who knows the public half.

import { createPrivateKey, createPublicKey, sign, verify } from 'node:crypto';

/** The half that everybody may know. */
export interface PublicKey {
  /** Base64 of its 32 bytes. */
  publicKey: string;
  /** Whether its owner signed exactly this text. */
  isSigned(text: string, signature: string): boolean;
}

export interface CertificateKey extends PublicKey {
  /** Base64. */
  sign(text: string): string;
}

/** What stands before the 32 bytes of a key in PKCS #8 and in SPKI (RFC 8410). */
const privateKeyHead = Buffer.from('302e020100300506032b657004220420', 'hex');
const publicKeyHead = Buffer.from('302a300506032b6570032100', 'hex');
const publicKeyBytes = 32;

/** `seed`: 32 bytes, used for nothing else. */
export function certificateKeyOf(seed: Buffer): CertificateKey {
  const key = createPrivateKey({
    key: Buffer.concat([privateKeyHead, seed]),
    format: 'der',
    type: 'pkcs8',
  });
  const spki = createPublicKey(key).export({ format: 'der', type: 'spki' });
  return {
    ...publicKeyOf(spki.subarray(-publicKeyBytes)),
    sign: (text) => sign(null, Buffer.from(text), key).toString('base64'),
  };
}

/** Null: `text` is not the Base64 of a key. */
export function readPublicKey(text: string): PublicKey | null {
  const bytes = bytesOf(text);
  return bytes?.length === publicKeyBytes ? publicKeyOf(bytes) : null;
}

function publicKeyOf(bytes: Buffer): PublicKey {
  const key = createPublicKey({
    key: Buffer.concat([publicKeyHead, bytes]),
    format: 'der',
    type: 'spki',
  });
  return {
    publicKey: bytes.toString('base64'),
    isSigned(text, signature) {
      const signed = bytesOf(signature);
      return signed !== null && verify(null, Buffer.from(text), key, signed);
    },
  };
}

/** Null: it is not the one Base64 that its bytes have. Node.js reads others, too. */
function bytesOf(base64: string): Buffer | null {
  const bytes = Buffer.from(base64, 'base64');
  return bytes.toString('base64') === base64 ? bytes : null;
}
