// Counts calls of each caller within a second.

import { environment } from '../../platform/environment.ts';

/** False from the call on that is one too many. */
export function createSecondLimit(perSecond: number): (caller: number) => boolean {
  const counts = new Map<number, number>();
  let second = 0;
  return (caller) => {
    const now = Math.floor(environment.monotonic() / 1_000);
    if (now !== second) counts.clear();
    second = now;
    const count = (counts.get(caller) ?? 0) + 1;
    counts.set(caller, count);
    return count <= perSecond;
  };
}
