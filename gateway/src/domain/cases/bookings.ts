// Which transfers put right what contradicts a final state? The one table of corrections: first between the provider and suspense, as the provider
// says that it happened, then between suspense and whoever bears it. Pure.

import type { Transfer } from '../ledger/index.ts';
import type { CaseKind } from './case.ts';

/** Who bears it: the developer's balance, the operator, or nobody yet. */
export type Bearer = 'developer' | 'operator' | 'suspense';
type Correction = Transfer & { verb: 'adjust' };

export interface Contradicted {
  direction: 'DEBIT' | 'CREDIT';
  route: string;
  /** Ten-thousandths. */
  amount: bigint;
}

/** Null for a case that is decided otherwise. `suspended`: what stands on suspense for the operation already, in ten-thousandths. */
export function correctionsOf(
  kind: CaseKind,
  { direction, route, amount }: Contradicted,
  suspended: bigint,
  bearer: Bearer,
): Correction[] | null {
  if (kind === 'unknown_outcome' || amount === 0n) return null;
  // Executed although we say it failed, or taken back although we say it succeeded.
  const executed = kind === 'late_success';
  const paidOut = (direction === 'DEBIT') === executed;
  const atProvider: Correction = paidOut
    ? { verb: 'adjust', debit: 'suspense', credit: `provider:${route}`, amount }
    : { verb: 'adjust', debit: `provider:${route}`, credit: 'suspense', amount };
  const first = suspended === 0n ? [atProvider] : [];
  const standing = suspended === 0n ? (paidOut ? -amount : amount) : suspended;
  return [...first, ...borne(standing, bearer)];
}

function borne(standing: bigint, bearer: Bearer): Correction[] {
  if (bearer === 'suspense') return [];
  const account = bearer === 'developer' ? 'available' : 'funding';
  return standing < 0n
    ? [{ verb: 'adjust', debit: account, credit: 'suspense', amount: -standing }]
    : [{ verb: 'adjust', debit: 'suspense', credit: account, amount: standing }];
}
