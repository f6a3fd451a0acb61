// Claims: a developer complains about an operation, the operator answers (rule S5). The door of the noun.

import type { Claim } from './claim.ts';
import type { ClaimDeps } from './open.ts';
import { selectClaim, selectClaimsOf, selectOpenClaim } from './store.ts';

export { claimMoves, claimMovesNow } from './claim.ts';
export type { Claim, ClaimStatus } from './claim.ts';
export { listClaimEvents, sayAboutClaim } from './events.ts';
export type { ClaimActor } from './events.ts';
export { findListedClaim, listClaims } from './list-store.ts';
export type { ClaimPage, FoundClaim, ListedClaim } from './list-store.ts';
export { moveClaim } from './move.ts';
export { openClaim } from './open.ts';
export type { ClaimDeps } from './open.ts';

/** The account's claim with this reference, null when there is none. */
export function findClaim(deps: ClaimDeps, query: { accountId: number; reference: string }): Promise<Claim | null> {
  return selectClaim(deps.database, query.accountId, query.reference);
}

/** The claim of an operation that is not closed, null when there is none. */
export function findOpenClaim(deps: ClaimDeps, query: { accountId: number; operationId: bigint }): Promise<Claim | null> {
  return selectOpenClaim(deps.database, query.accountId, query.operationId);
}

/** All claims of an operation, from the first to the last. */
export function listClaimsOf(deps: ClaimDeps, query: { accountId: number; operationId: string }): Promise<Claim[]> {
  return selectClaimsOf(deps.database, query.accountId, query.operationId);
}
