// Counts recent events in a fixed span of time.

import { environment } from '../../platform/environment.ts';

export interface RecentCount {
  note(): void;
  /** In the last full span, or in the present one if that is more. */
  count(): number;
}

export function createRecentCount(spanMs: number): RecentCount {
  let since = environment.monotonic();
  let current = 0;
  let before = 0;
  const turn = (): void => {
    const elapsedMs = environment.monotonic() - since;
    if (elapsedMs < spanMs) return;
    before = elapsedMs < 2 * spanMs ? current : 0;
    current = 0;
    since = environment.monotonic();
  };
  return {
    note() {
      turn();
      current++;
    },
    count() {
      turn();
      return Math.max(current, before);
    },
  };
}
