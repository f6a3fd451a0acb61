// What an adjustment of the developer's balance would have to be to make up for a difference, where
// the difference says so.

import type { Discrepancy } from './discrepancies.ts';

export interface Adjustment {
  /** Signed ten-thousandths; null: there is nothing to adjust, or nobody can tell how much. */
  adjustment: bigint | null;
  /**
   * Why nobody can tell: the sides have different currencies, or the row may be a second execution.
   */
  notAdjustable: 'currencies' | 'duplicate' | null;
}

export function adjustmentOf({
  class: name,
  accountId,
  currency,
  evidence: { theirs, ours },
  ...amounts
}: Pick<
  Discrepancy,
  'class' | 'accountId' | 'currency' | 'evidence' | 'theirs' | 'ours'
>): Adjustment {
  const difference = amounts.theirs - amounts.ours;
  if (accountId === null || currency === null || difference === 0n)
    return { adjustment: null, notAdjustable: null };
  // The developer asked for it once. Whether it was done twice, and who bears it, is for the
  // provider to say.
  if (name === 'duplicate') return { adjustment: null, notAdjustable: 'duplicate' };
  if (theirs !== null && ours !== null && theirs.currency !== ours.currency)
    return { adjustment: null, notAdjustable: 'currencies' };
  return { adjustment: difference, notAdjustable: null };
}
