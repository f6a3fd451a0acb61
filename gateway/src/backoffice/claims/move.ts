// Decides whether a claim may change to a state and changes it: take up, resolve, reject, close,
// reopen. The callback that tells of it is written in the same commit (rule S5).

import type { Database } from '../../platform/db/database.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import { recordAudit } from '../../platform/audit/index.ts';
import { insertCallbacks } from '../../payments/callbacks/index.ts';
import { composeClaimCallback } from './callback.ts';
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

export interface MoveClaimDeps {
  database: Database;
  /** For callbacks: of the kind of an operation's id, and never equal to one. */
  nextId(): Promise<string>;
}

interface MoveCommand {
  accountId: number;
  reference: string;
  to: ClaimStatus;
  comment?: string | undefined;
  /** Absent: not a portal user. */
  by?: ClaimActor;
}

/**
 * Moves a claim by one step. An operator's `comment` replaces the comment, a developer's stands in
 * the history alone; absent keeps it. One of two equal moves at once wins.
 */
export async function moveClaim(
  deps: MoveClaimDeps,
  command: MoveCommand,
): Promise<MoveClaimResult> {
  const { accountId, reference } = command;
  try {
    const moved = await store(deps.database, command, await deps.nextId());
    if (moved) return { ok: true, claim: moved };
  } catch (error) {
    if (!isSecondOpenClaim(error)) throw error;
    return otherOpen(deps, accountId, reference);
  }
  const claim = await selectClaim(deps.database, accountId, reference);
  return claim ? { ok: false, refusal: 'notAllowed', claim } : { ok: false, refusal: 'unknown' };
}

function store(
  database: Database,
  { accountId, reference, to, comment, by }: MoveCommand,
  callbackId: string,
) {
  const side = by?.side ?? 'operator';
  return inTransaction(database, async (session) => {
    const claim = await updateClaimStatus(session, {
      accountId,
      reference,
      to,
      from: claimStatesBefore(to, side),
      comment: side === 'operator' ? (comment ?? null) : null,
      callbackId,
      event: by === undefined ? null : { side, userId: by.userId, message: comment ?? null },
    });
    if (claim !== null && by !== undefined)
      await recordAudit(session, {
        who: by.who,
        action: 'claim.move',
        accountId,
        subject: `claim/${reference}`,
        new: { to },
      });
    const callback = claim === null ? null : composeClaimCallback(claim, callbackId);
    if (callback !== null) await insertCallbacks(session, [callback]);
    return claim;
  });
}

async function otherOpen(
  deps: ClaimDeps,
  accountId: number,
  reference: string,
): Promise<MoveClaimResult> {
  const claim = await selectClaim(deps.database, accountId, reference);
  if (!claim) return { ok: false, refusal: 'unknown' };
  const open = await selectOpenClaim(deps.database, accountId, claim.operationId);
  // The other one may be closed by now; then the caller's next try succeeds.
  return open
    ? { ok: false, refusal: 'otherOpen', open }
    : { ok: false, refusal: 'notAllowed', claim };
}

/** PostgreSQL's unique_violation on the index that allows one open claim per operation. */
function isSecondOpenClaim(error: unknown): boolean {
  return (
    error instanceof Error &&
    'code' in error &&
    error.code === '23505' &&
    'constraint' in error &&
    error.constraint === 'claim_open'
  );
}
