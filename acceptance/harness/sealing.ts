// Reads sealed secrets from the database, implemented independently of
// platform/secrets/key-ring.ts: version, key id, nonce, ciphertext, tag, under a key derived from
// the key-encryption key and bound to `table/column/key`.

import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto';

export interface SealingKey {
  /** As `jokko secrets status` shows it. */
  id: string;
  seal(plain: string, context: string): Buffer;
  /** Throws when another key sealed it, or in another place. */
  open(sealed: Buffer, context: string): string;
}

/** `keyEncryptionKey`: base64 of 32 bytes, as in JOKKO_SECRET_KEY. */
export function sealingKey(keyEncryptionKey: string): SealingKey {
  const key = Buffer.from(
    hkdfSync('sha256', Buffer.from(keyEncryptionKey, 'base64'), '', 'jokko/sealing/1', 32),
  );
  const id = createHash('sha256').update(key).digest().subarray(0, 4);
  return {
    id: id.toString('hex'),
    seal(plain, context) {
      const nonce = randomBytes(12);
      const cipher = createCipheriv('aes-256-gcm', key, nonce);
      cipher.setAAD(Buffer.from(context));
      const body = Buffer.concat([cipher.update(plain), cipher.final()]);
      return Buffer.concat([Buffer.of(1), id, nonce, body, cipher.getAuthTag()]);
    },
    open(sealed, context) {
      if (sealed[0] !== 1 || !sealed.subarray(1, 5).equals(id))
        throw new Error(`sealed under key ${sealed.toString('hex', 1, 5)}`);
      const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(5, 17));
      decipher.setAAD(Buffer.from(context)).setAuthTag(sealed.subarray(-16));
      return Buffer.concat([
        decipher.update(sealed.subarray(17, -16)),
        decipher.final(),
      ]).toString();
    },
  };
}
