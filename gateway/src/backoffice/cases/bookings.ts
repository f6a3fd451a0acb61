// Table of the transfers that correct what contradicts a final state: first between the provider
// and suspense, as the provider says that it happened, then between suspense and the liable party.
// The one table of corrections. Pure.

import type { Transfer } from '../../payments/ledger/index.ts';
import { leavesOutcomeOpen } from '../../payments/operations/index.ts';
import type { CaseKind } from './case.ts';

/** Liable party: the developer's balance, the operator, or not decided yet. */
export type LiableParty = 'developer' | 'operator' | 'suspense';
type Correction = Transfer & { verb: 'adjust' };

export interface Contradicted {
  direction: 'DEBIT' | 'CREDIT';
  route: string;
  /** Ten-thousandths. */
  amount: bigint;
}

/**
 * Null for a case that is decided otherwise. `suspended`: what stands on suspense for the operation
 * already, in ten-thousandths.
 */
export function correctionsOf(
  kind: CaseKind,
  { direction, route, amount }: Contradicted,
  suspended: bigint,
  liableParty: LiableParty,
): Correction[] | null {
  if (leavesOutcomeOpen(kind) || amount === 0n) return null;
  // Executed although we say it failed, or taken back although we say it succeeded.
  const executed = kind === 'late_success';
  const paidOut = (direction === 'DEBIT') === executed;
  const atProvider: Correction = paidOut
    ? { verb: 'adjust', debit: 'suspense', credit: `provider:${route}`, amount }
    : { verb: 'adjust', debit: `provider:${route}`, credit: 'suspense', amount };
  const first = suspended === 0n ? [atProvider] : [];
  const standing = suspended === 0n ? (paidOut ? -amount : amount) : suspended;
  return [...first, ...borne(standing, liableParty)];
}

function borne(standing: bigint, liableParty: LiableParty): Correction[] {
  if (liableParty === 'suspense') return [];
  const account = liableParty === 'developer' ? 'available' : 'funding';
  return standing < 0n
    ? [{ verb: 'adjust', debit: account, credit: 'suspense', amount: -standing }]
    : [{ verb: 'adjust', debit: 'suspense', credit: account, amount: standing }];
}
