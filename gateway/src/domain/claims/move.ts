// May this claim go to that state now? Taking up, resolving, rejecting, closing, reopening.

import type { Database } from '../../db/database.ts';
import { inTransaction } from '../../db/transaction.ts';
import { recordAudit } from '../audit/index.ts';
import { claimStatesBefore } from './claim.ts';
import type { Claim, ClaimStatus } from './claim.ts';
import type { ClaimActor } from './events.ts';
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

interface MoveCommand {
  accountId: number;
  reference: string;
  to: ClaimStatus;
  comment?: string | undefined;
  /** Absent: nobody of the portal. */
  by?: ClaimActor;
}

/**
 * Moves a claim by one step. An operator's `comment` replaces the comment, a developer's stands in the history alone; absent keeps it. Of two
 * equal moves at once one wins.
 */
export async function moveClaim(deps: { database: Database }, command: MoveCommand): Promise<MoveClaimResult> {
  const { accountId, reference } = command;
  try {
    const moved = await store(deps.database, command);
    if (moved) return { ok: true, claim: moved };
  } catch (error) {
    if (!isSecondOpenClaim(error)) throw error;
    return otherOpen(deps, accountId, reference);
  }
  const claim = await selectClaim(deps.database, accountId, reference);
  return claim ? { ok: false, refusal: 'notAllowed', claim } : { ok: false, refusal: 'unknown' };
}

function store(database: Database, { accountId, reference, to, comment, by }: MoveCommand) {
  const side = by?.side ?? 'operator';
  return inTransaction(database, async (session) => {
    const claim = await updateClaimStatus(session, {
      ...{ accountId, reference, to, from: claimStatesBefore(to, side) },
      comment: side === 'operator' ? (comment ?? null) : null,
      event: by === undefined ? null : { side, personId: by.personId, message: comment ?? null },
    });
    if (claim !== null && by !== undefined)
      await recordAudit(session, { who: by.who, action: 'claim.move', accountId, subject: `claim/${reference}`, new: { to } });
    return claim;
  });
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
