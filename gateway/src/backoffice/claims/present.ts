// Presents a claim as the interface shows it, in answers and callbacks. Member order and spellings
// as documented.

import { claimState, type Claim as ClaimOnTheWire } from '@jokko/contract';
import type { Claim } from './claim.ts';

export function presentClaim(claim: Claim): ClaimOnTheWire {
  return {
    statut: claim.status,
    subject: claim.subject,
    message: claim.message,
    transactionId: Number(claim.operationId),
    openedAt: claim.openedAt.toISOString(),
    createdAt: claim.openedAt.toISOString(),
    partenersId: claim.accountId,
    claimRef: claim.reference,
    comment: claim.comment,
    callbackUrl: claim.callbackUrl,
    userIdOpen: null,
    userIdClose: null,
    userIdComment: null,
    updatedAt: claim.updatedAt?.toISOString() ?? null,
    closeAt: claim.closedAt?.toISOString() ?? null,
    id: claim.id,
    state: claim.status === 'CLOSED' ? claimState.inactive : claimState.active,
  };
}
