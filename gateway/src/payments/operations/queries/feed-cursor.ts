// Encodes a position in the event feed as an opaque cursor. The number of a transition, which
// would reveal the whole installation's volume, is sealed with the account into one block: the
// same on every node and permanently valid, meaningless to its holder, and useless to another
// account.

import { createBlockSeal, sealedBlockBytes } from '../../../platform/secrets/index.ts';

export interface FeedCursor {
  encode(accountId: number, place: bigint): string;
  /** Null for a text that is no cursor of this account. */
  decode(accountId: number, text: string): bigint | null;
}

/** `key`: at least 16 bytes, the same on all nodes, used for nothing else. */
export function createFeedCursor(key: Buffer): FeedCursor {
  const blocks = createBlockSeal(key);
  return {
    encode(accountId, place) {
      const block = Buffer.alloc(sealedBlockBytes);
      block.writeUInt32BE(accountId, 0);
      block.writeBigUInt64BE(place, 4);
      return blocks.seal(block);
    },
    decode(accountId, text) {
      const block = blocks.open(text);
      if (block === null) return null;
      const isOurs = block.readUInt32BE(0) === accountId && block.readUInt32BE(12) === 0;
      return isOurs ? block.readBigUInt64BE(4) : null;
    },
  };
}
