// Seals secrets that must be read again, with AES-256-GCM under a key derived from a
// key-encryption key, which never enters the database. Each sealed value names its key, so that
// keys can be changed one value at a time.

import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto';

export interface KeyRing {
  /** Ids of all keys that open values, eight hexadecimal digits each; the first one seals. */
  keyIds: readonly [string, ...string[]];
  /**
   * `context` names table, column and row (`contextOf`), so that a sealed value moved to another
   * row does not open.
   */
  seal(plain: string, context: string): Buffer;
  /**
   * Throws when the value was changed, belongs to another row, or was sealed under a key that is
   * not on the ring (WrongKeyError).
   */
  unseal(sealed: Buffer, context: string): string;
}

/** Thrown by `unseal` when no key on the ring sealed the value. */
export class WrongKeyError extends Error {}

export const keyBytes = 32;
const formatVersion = 1;
export const keyIdBytes = 4;
/**
 * Random nonces of 96 bits are safe for 2^32 values under one key (NIST SP 800-38D); an
 * installation seals a few per account.
 */
const nonceBytes = 12;
const tagBytes = 16;
const headerBytes = 1 + keyIdBytes;

/** Key-encryption keys of 32 bytes: `current` seals, all open. */
export function openKeyRing(current: Buffer, old: readonly Buffer[] = []): KeyRing {
  const sealing = deriveSealingKey(current);
  const keys = new Map([sealing, ...old.map(deriveSealingKey)].map((key) => [idOf(key), key]));
  const header = Buffer.concat([Buffer.of(formatVersion), Buffer.from(idOf(sealing), 'hex')]);
  return {
    keyIds: [...keys.keys()] as [string, ...string[]],
    seal(plain, context) {
      const nonce = randomBytes(nonceBytes);
      const cipher = createCipheriv('aes-256-gcm', sealing, nonce).setAAD(Buffer.from(context));
      const body = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()]);
      return Buffer.concat([header, nonce, body, cipher.getAuthTag()]);
    },
    unseal(sealed, context) {
      const keyId = keyIdOf(sealed);
      if (keyId === null) throw new Error('not a sealed value');
      const key = keys.get(keyId);
      if (key === undefined)
        throw new WrongKeyError(
          `sealed under key ${keyId}, which is not among the key-encryption keys`,
        );
      const nonce = sealed.subarray(headerBytes, headerBytes + nonceBytes);
      const decipher = createDecipheriv('aes-256-gcm', key, nonce, {
        authTagLength: tagBytes,
      }).setAAD(Buffer.from(context));
      decipher.setAuthTag(sealed.subarray(-tagBytes));
      return (
        decipher.update(sealed.subarray(headerBytes + nonceBytes, -tagBytes), undefined, 'utf8') +
        decipher.final('utf8')
      );
    },
  };
}

/** Under which key a value was sealed; null when it is no sealed value. */
export function keyIdOf(sealed: Buffer): string | null {
  const isWhole =
    sealed.length >= headerBytes + nonceBytes + tagBytes && sealed[0] === formatVersion;
  return isWhole ? sealed.toString('hex', 1, headerBytes) : null;
}

/** What the ring calls a key-encryption key. */
export function keyIdOfKey(keyEncryptionKey: Buffer): string {
  return idOf(deriveSealingKey(keyEncryptionKey));
}

/** A key of 32 bytes for one purpose; nothing of the key-encryption key can be learned from it. */
export function deriveKey(keyEncryptionKey: Buffer, purpose: string): Buffer {
  if (keyEncryptionKey.length !== keyBytes)
    throw new Error('a key-encryption key must have 32 bytes');
  return Buffer.from(hkdfSync('sha256', keyEncryptionKey, Buffer.alloc(0), purpose, keyBytes));
}

const deriveSealingKey = (keyEncryptionKey: Buffer): Buffer =>
  deriveKey(keyEncryptionKey, 'jokko/sealing/1');
const idOf = (sealing: Buffer): string =>
  createHash('sha256')
    .update(sealing)
    .digest('hex')
    .slice(0, 2 * keyIdBytes);

/** A new key-encryption key, id key or similar: 32 random bytes. */
export function makeSecretKey(): Buffer {
  return randomBytes(keyBytes);
}
