// What does every list of wishes tell about one, whatever it is about?

import type { Wish } from '../../../domain/approvals/index.ts';

export const failureOf = (result: unknown): string | null => (result as { refusal?: string } | null)?.refusal ?? null;

/** `personId`: who looks. */
export function wishFacts({ id, reason, state, note, result, ...wish }: Wish, personId: number) {
  return {
    ...{ id, reason, state, note },
    askedBy: wish.askedByName,
    askedAt: wish.askedAt.toISOString(),
    expiresAt: wish.expiresAt.toISOString(),
    decidedBy: wish.decidedByName,
    decidedAt: wish.decidedAt?.toISOString() ?? null,
    failure: failureOf(result),
    own: wish.askedBy === personId,
  };
}
