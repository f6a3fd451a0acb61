// The address of an account's test inbox: `/inbox/<22 characters>`, made of the account's number by
// a key, so that none is stored. A last part chooses what the inbox answers.

import { createBlockSeal, sealedBlockBytes } from '../../platform/secrets/index.ts';

/** `ok`: HTTP 200. `silence`: nothing, until the caller gives up. */
export type InboxAnswer = 'ok' | '500' | 'redirect' | 'silence';

const form = /^\/inbox\/([A-Za-z0-9_-]{22})(?:\/(500|redirect|silence))?\/?$/;

interface InboxPlace {
  token: string;
  answer: InboxAnswer;
}

/** Null for the address of something else. */
export function readInboxPath({ pathname }: Pick<URL, 'pathname'>): InboxPlace | null {
  const [, token, answer = 'ok'] = form.exec(pathname) ?? [];
  return token === undefined ? null : { token, answer: answer as InboxAnswer };
}

export interface InboxAddresses {
  pathOf(accountId: number): string;
  /** Null where the address is no inbox's. */
  find(url: URL): { accountId: number; answer: InboxAnswer } | null;
}

/** `key`: at least 16 bytes, the same on all nodes, used for nothing else. */
export function createInboxAddresses(key: Buffer): InboxAddresses {
  const blocks = createBlockSeal(key);
  const rest = Buffer.alloc(sealedBlockBytes - 4);
  return {
    pathOf(accountId) {
      const number = Buffer.alloc(4);
      number.writeUInt32BE(accountId);
      return `/inbox/${blocks.seal(Buffer.concat([number, rest]))}`;
    },
    find(url) {
      const place = readInboxPath(url);
      const block = place === null ? null : blocks.open(place.token);
      if (block === null || !block.subarray(4).equals(rest)) return null;
      return { accountId: block.readUInt32BE(0), answer: place!.answer };
    },
  };
}
