// Limits an action to a number of times per window for each account, counted on this node alone.

import { environment } from '../../environment.ts';

export interface Tries {
  /** Counts one; answers 0, or after how many seconds it may be tried again. */
  take(accountId: number): number;
}

const accountsMax = 10_000;

export function createTries(
  max: number,
  windowMs: number,
  now: () => number = () => environment.monotonic(),
): Tries {
  const taken = new Map<number, { since: number; count: number }>();
  return {
    take(accountId) {
      const at = now();
      const known = taken.get(accountId);
      if (known === undefined || at - known.since >= windowMs) {
        if (taken.size >= accountsMax) taken.clear();
        taken.set(accountId, { since: at, count: 1 });
        return 0;
      }
      if (known.count >= max) return Math.ceil((known.since + windowMs - at) / 1_000);
      known.count++;
      return 0;
    },
  };
}
