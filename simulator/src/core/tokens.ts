// Maps the token of a payer's page to its operation. Tokens are unguessable; those of ended
// operations are kept for a while, so that a page that is opened late can show how it ended.

import { randomBytes } from 'node:crypto';

export interface Tokens {
  create(): string;
  remember(token: string, seq: number): void;
  seqOf(token: string): number | undefined;
}

const tokensMax = 50_000;

/** `isPending` keeps the tokens of running operations from being forgotten. */
export function createTokens(isPending: (seq: number) => boolean): Tokens {
  const seqs = new Map<string, number>();
  return {
    create: () => randomBytes(16).toString('base64url'),
    remember(token, seq) {
      seqs.set(token, seq);
      for (const [oldest, owner] of seqs) {
        if (seqs.size <= tokensMax || isPending(owner)) return;
        seqs.delete(oldest);
      }
    },
    seqOf: (token) => seqs.get(token),
  };
}
