// Seals 16 bytes into 22 characters: the same on every node and for ever, meaningless to whoever
// has them, and not to be made by anybody else.

import { createCipheriv, createDecipheriv } from 'node:crypto';

const algorithm = 'aes-128-ecb';
const keyBytes = 16;
export const sealedBlockBytes = 16;

export interface BlockSeal {
  /** Seals a block of exactly `sealedBlockBytes` bytes. */
  seal(block: Buffer): string;
  /**
   * Null for a text that seals nothing. What it opens may be any bytes: they must prove themselves.
   */
  open(text: string): Buffer | null;
}

/** `key`: at least 16 bytes, the same on all nodes, used for nothing else. */
export function createBlockSeal(key: Buffer): BlockSeal {
  const secret = key.subarray(0, keyBytes);
  return {
    seal(block) {
      const cipher = createCipheriv(algorithm, secret, null).setAutoPadding(false);
      return Buffer.concat([cipher.update(block), cipher.final()]).toString('base64url');
    },
    open(text) {
      const sealed = Buffer.from(text, 'base64url');
      if (sealed.length !== sealedBlockBytes || sealed.toString('base64url') !== text) return null;
      const decipher = createDecipheriv(algorithm, secret, null).setAutoPadding(false);
      return Buffer.concat([decipher.update(sealed), decipher.final()]);
    },
  };
}
