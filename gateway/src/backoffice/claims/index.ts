// Claims: a developer complains about an operation, the operator answers (rule S5). Entry point of
// the noun.

import { isClaimReference, type Claim } from './claim.ts';
import type { ClaimDeps } from './open.ts';
import { selectClaim, selectClaimsOf } from './store.ts';

export { claimMovesNow } from './claim.ts';
export type { Claim, ClaimStatus } from './claim.ts';
export { listClaimEvents, sayAboutClaim } from './events.ts';
export type { ClaimActor } from './events.ts';
export { findListedClaim, listClaims, readOpenClaims } from './list-store.ts';
export type { ClaimPage, FoundClaim, ListedClaim } from './list-store.ts';
export { moveClaim } from './move.ts';
export type { MoveClaimDeps } from './move.ts';
export { openClaim } from './open.ts';
export type { ClaimDeps } from './open.ts';

/** All claims of an operation, from the first to the last. */
export function listClaimsOf(
  deps: ClaimDeps,
  query: { accountId: number; operationId: string },
): Promise<Claim[]> {
  return selectClaimsOf(deps.database, query.accountId, query.operationId);
}

/** Null when the account has no such claim. */
export function findClaim(
  deps: ClaimDeps,
  query: { accountId: number; reference: string },
): Promise<Claim | null> {
  return isClaimReference(query.reference)
    ? selectClaim(deps.database, query.accountId, query.reference)
    : Promise.resolve(null);
}
