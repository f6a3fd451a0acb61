// May this claim go to that state now? The operator's side of a claim: taking up, resolving, rejecting, closing, reopening.

import { claimStatesBefore } from './claim.ts';
import type { Claim, ClaimStatus } from './claim.ts';
import type { ClaimDeps } from './open.ts';
import { selectClaim, selectOpenClaim, updateClaimStatus } from './store.ts';

export type MoveClaimResult =
  | { ok: true; claim: Claim }
  /** No such claim of this account. */
  | { ok: false; refusal: 'unknown' }
  /** The claim's state has no such move, or the reopening time is over. */
  | { ok: false; refusal: 'notAllowed'; claim: Claim }
  /** A reopening, but the operation has got another open claim meanwhile. */
  | { ok: false; refusal: 'otherOpen'; open: Claim };

/** Moves a claim by one step. `comment` replaces the comment; absent keeps it. Of two equal moves at once one wins. */
export async function moveClaim(
  deps: ClaimDeps,
  command: { accountId: number; reference: string; to: ClaimStatus; comment?: string },
): Promise<MoveClaimResult> {
  const { accountId, reference, to } = command;
  try {
    const moved = await updateClaimStatus(deps.database, {
      accountId,
      reference,
      from: claimStatesBefore(to),
      to,
      comment: command.comment ?? null,
    });
    if (moved) return { ok: true, claim: moved };
  } catch (error) {
    if (!isSecondOpenClaim(error)) throw error;
    return otherOpen(deps, accountId, reference);
  }
  const claim = await selectClaim(deps.database, accountId, reference);
  return claim ? { ok: false, refusal: 'notAllowed', claim } : { ok: false, refusal: 'unknown' };
}

async function otherOpen(deps: ClaimDeps, accountId: number, reference: string): Promise<MoveClaimResult> {
  const claim = await selectClaim(deps.database, accountId, reference);
  if (!claim) return { ok: false, refusal: 'unknown' };
  const open = await selectOpenClaim(deps.database, accountId, claim.operationId);
  // The other one may be closed by now; then the caller's next try succeeds.
  return open ? { ok: false, refusal: 'otherOpen', open } : { ok: false, refusal: 'notAllowed', claim };
}

/** PostgreSQL's unique_violation on the index that allows one open claim per operation. */
function isSecondOpenClaim(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === '23505' && 'constraint' in error && error.constraint === 'claim_open';
}
