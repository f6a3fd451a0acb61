// Fields that every list of approval requests shows of one, and the answer to who asked for it,
// whatever it is about.

import type { AskedOnce, ApprovalRequest } from './index.ts';
import { refuse, type Refused } from '../../platform/http/portal/refused.ts';

export const failureOf = (result: unknown): string | null =>
  (result as { refusal?: string } | null)?.refusal ?? null;

/** `userId`: who looks. */
export function approvalRequestDetails(
  { id, reason, state, note, result, ...approvalRequest }: ApprovalRequest,
  userId: number,
) {
  return {
    id,
    reason,
    state,
    note,
    askedBy: approvalRequest.askedByName,
    askedAt: approvalRequest.askedAt,
    expiresAt: approvalRequest.expiresAt,
    decidedBy: approvalRequest.decidedByName,
    decidedAt: approvalRequest.decidedAt,
    failure: failureOf(result),
    own: approvalRequest.askedBy === userId,
  };
}

/** `unfit`: what is answered when the parameters will not do. */
export function onceAnswer(
  asked: AskedOnce,
  unfit: Refused,
): { ok: true; answer: { id: number; repeated: boolean } } | Refused {
  if (asked.ok) return { ok: true, answer: { id: asked.id, repeated: asked.repeated } };
  return 'keyUsed' in asked ? refuse('sentBefore') : unfit;
}
