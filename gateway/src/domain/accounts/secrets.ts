// How are secrets kept in the database? Keys that are only ever compared are stored as HMACs; what must be read again is sealed with
// AES-256-GCM. Both use keys derived from the key-encryption key, which never enters the database.

import { createCipheriv, createDecipheriv, createHash, hash, hkdfSync, randomBytes } from 'node:crypto';

export interface Secrets {
  /** HMAC-SHA256(pepper, key), what `api_key.key_hash` holds. */
  hashKey(key: string): Buffer;
  /** `context` names table, column and row (`api_key/key_sealed/7`), so that a sealed value moved to another row does not open. */
  seal(plain: string, context: string): Buffer;
  /** Throws when the value was changed, belongs to another row, or was sealed under another key-encryption key. */
  unseal(sealed: Buffer, context: string): string;
}

/** Thrown by `unseal` when the value was sealed under another key-encryption key than ours. */
export class WrongKeyError extends Error {}

const keyBytes = 32;
const formatVersion = 1;
const keyIdBytes = 4;
/** Random nonces of 96 bits are safe for 2^32 values under one key (NIST SP 800-38D); an installation seals a few per account. */
const nonceBytes = 12;
const tagBytes = 16;
const headerBytes = 1 + keyIdBytes;

/** `keyEncryptionKey`: 32 bytes. */
export function openSecrets(keyEncryptionKey: Buffer): Secrets {
  if (keyEncryptionKey.length !== keyBytes) throw new Error('the key-encryption key must have 32 bytes');
  const pepper = derive(keyEncryptionKey, 'jokko/api-key-pepper/1');
  const sealing = derive(keyEncryptionKey, 'jokko/sealing/1');
  // Tells which key sealed a value, so that keys can be changed one value at a time and a wrong key is named as such.
  const header = Buffer.concat([Buffer.of(formatVersion), createHash('sha256').update(sealing).digest().subarray(0, keyIdBytes)]);
  return {
    hashKey: hmacWith(pepper),
    seal(plain, context) {
      const nonce = randomBytes(nonceBytes);
      const cipher = createCipheriv('aes-256-gcm', sealing, nonce).setAAD(Buffer.from(context));
      const body = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()]);
      return Buffer.concat([header, nonce, body, cipher.getAuthTag()]);
    },
    unseal(sealed, context) {
      if (sealed.length < headerBytes + nonceBytes + tagBytes) throw new Error('not a sealed value');
      if (!sealed.subarray(0, headerBytes).equals(header))
        throw new WrongKeyError('sealed under another key-encryption key (JOKKO_SECRET_KEY)');
      const nonce = sealed.subarray(headerBytes, headerBytes + nonceBytes);
      const decipher = createDecipheriv('aes-256-gcm', sealing, nonce, { authTagLength: tagBytes }).setAAD(Buffer.from(context));
      decipher.setAuthTag(sealed.subarray(-tagBytes));
      return decipher.update(sealed.subarray(headerBytes + nonceBytes, -tagBytes), undefined, 'utf8') + decipher.final('utf8');
    },
  };
}

const hmacBlockBytes = 64;

/**
 * HMAC-SHA256 with a fixed key of 32 bytes (RFC 2104), from two one-shot hashes: a third of the time of `createHmac`, and it runs for
 * every request.
 */
function hmacWith(key: Buffer): (text: string) => Buffer {
  const padded = Buffer.concat([key, Buffer.alloc(hmacBlockBytes - key.length)]);
  const inner = padded.map((byte) => byte ^ 0x36);
  const outer = padded.map((byte) => byte ^ 0x5c);
  return (text) => hash('sha256', Buffer.concat([outer, hash('sha256', Buffer.concat([inner, Buffer.from(text)]), 'buffer')]), 'buffer');
}

function derive(keyEncryptionKey: Buffer, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', keyEncryptionKey, Buffer.alloc(0), purpose, keyBytes));
}

/** A new key-encryption key, id key or similar: 32 random bytes. */
export function makeSecretKey(): Buffer {
  return randomBytes(keyBytes);
}
