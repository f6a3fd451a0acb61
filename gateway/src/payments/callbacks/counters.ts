// Counts this node's deliveries by outcome, and reports what needs attention: callbacks that
// are abandoned.

import type { ErrorClass } from '@jokko/contract';
import type { DestinationKey } from './lease.ts';
import { environment } from '../../platform/environment.ts';

export interface AbandonedInDestination extends DestinationKey {
  count: number;
}

export type Outcome = ErrorClass | 'delivered';

export interface Counters {
  attempted(outcome: Outcome): void;
  abandoned(destinations: readonly AbandonedInDestination[]): void;
  /** Attempts since this node started. */
  readonly attempts: ReadonlyMap<Outcome, number>;
  readonly abandonedCount: number;
}

/**
 * A destination queue is reported once within this time: callbacks abandoned there meanwhile have
 * the same cause.
 */
const reportedAgainMs = 3_600_000;
const destinationsMax = 10_000;

/** `now` in ms, of a clock that never goes back. */
export function createCounters(
  warn: (message: string, terms: { [name: string]: string | number }) => void,
  now: () => number = () => environment.monotonic(),
): Counters {
  const attempts = new Map<Outcome, number>();
  const reportedAt = new Map<string, number>();
  let abandonedCount = 0;
  const isNew = (key: string): boolean => {
    const at = now();
    if (at - (reportedAt.get(key) ?? Number.NEGATIVE_INFINITY) < reportedAgainMs) return false;
    if (reportedAt.size >= destinationsMax) reportedAt.clear();
    reportedAt.set(key, at);
    return true;
  };
  return {
    attempts,
    attempted: (outcome) => void attempts.set(outcome, (attempts.get(outcome) ?? 0) + 1),
    abandoned(destinations) {
      for (const { accountId, destination, count } of destinations) {
        abandonedCount += count;
        if (isNew(`${accountId} ${destination}`))
          warn('callbacks were abandoned: jokko callback list --state abandoned', {
            accountId,
            destination,
            count,
          });
      }
    },
    get abandonedCount() {
      return abandonedCount;
    },
  };
}
