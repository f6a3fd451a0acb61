// Claims: a developer complains about an operation, the operator answers (rule S5). The door of the noun.

import type { Claim } from './claim.ts';
import type { ClaimDeps } from './open.ts';
import { selectClaim, selectOpenClaim } from './store.ts';

export { claimMoves } from './claim.ts';
export type { Claim, ClaimStatus } from './claim.ts';
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
