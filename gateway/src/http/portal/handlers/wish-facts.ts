// What does every list of wishes tell about one, and the answer to who asked for it, whatever it is about?

import type { AskedOnce, Wish } from '../../../domain/approvals/index.ts';
import type { Refused } from '../../../domain/people/index.ts';

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

/** `unfit`: what is answered when the parameters will not do. */
export function onceAnswer(asked: AskedOnce, unfit: Refused): { ok: true; answer: { id: number; repeated: boolean } } | Refused {
  if (asked.ok) return { ok: true, answer: { id: asked.id, repeated: asked.repeated } };
  return 'keyUsed' in asked ? { ok: false, refusal: 'sentBefore' } : unfit;
}
