// Composes the callback that reports a claim's change of state (rule S5): one body, frozen in the
// commit that changes the state, and delivered like the callbacks of payments.

import { claimUpdatedEvent, type ClaimCallback } from '@jokko/contract';
import { destinationOf, type CallbackWrite } from '../../payments/callbacks/index.ts';
import type { Claim } from './claim.ts';
import { presentClaim } from './present.ts';

/**
 * `id`: of the callback, of the kind of an operation's and never equal to one. Null where nobody
 * wants to be told.
 */
export function composeClaimCallback(claim: Claim, id: string): CallbackWrite | null {
  const { callbackUrl: url, accountId, status, updatedAt } = claim;
  if (url === null || updatedAt === null) return null;
  const body: ClaimCallback = { event: claimUpdatedEvent, id, claim: presentClaim(claim) };
  return {
    terms: { accountId, id },
    second: false,
    destination: destinationOf(url),
    url,
    status,
    body: JSON.stringify(body),
    // Whichever node sweeps next sends it: nobody waits for it here.
    leaseOwner: null,
    waitMs: 0,
    nextAttemptAt: updatedAt,
  };
}
