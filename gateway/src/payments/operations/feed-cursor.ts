// Encodes a position in the event feed as an opaque cursor. The number of a transition, which
// would reveal the whole installation's volume, is sealed with the account into one block: the
// same on every node and permanently valid, meaningless to its holder, and useless to another
// account.

import { createCipheriv, createDecipheriv } from 'node:crypto';

export interface FeedCursor {
  encode(accountId: number, place: bigint): string;
  /** Null for a text that is no cursor of this account. */
  decode(accountId: number, text: string): bigint | null;
}

const algorithm = 'aes-128-ecb';
const keyBytes = 16;
const blockBytes = 16;

/** `key`: at least 16 bytes, the same on all nodes, used for nothing else. */
export function createFeedCursor(key: Buffer): FeedCursor {
  const secret = key.subarray(0, keyBytes);
  return {
    encode(accountId, place) {
      const block = Buffer.alloc(blockBytes);
      block.writeUInt32BE(accountId, 0);
      block.writeBigUInt64BE(place, 4);
      const cipher = createCipheriv(algorithm, secret, null).setAutoPadding(false);
      return Buffer.concat([cipher.update(block), cipher.final()]).toString('base64url');
    },
    decode(accountId, text) {
      const sealed = Buffer.from(text, 'base64url');
      if (sealed.length !== blockBytes || sealed.toString('base64url') !== text) return null;
      const decipher = createDecipheriv(algorithm, secret, null).setAutoPadding(false);
      const block = Buffer.concat([decipher.update(sealed), decipher.final()]);
      const isOurs = block.readUInt32BE(0) === accountId && block.readUInt32BE(12) === 0;
      return isOurs ? block.readBigUInt64BE(4) : null;
    },
  };
}
