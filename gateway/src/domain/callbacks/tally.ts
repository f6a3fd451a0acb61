// What came of the deliveries of this node? Counted by outcome, and told where somebody must act: callbacks that are given up.

import type { ErrorClass } from '../../outbound/error-class.ts';
import type { LaneKey } from './claim.ts';

export interface ParkedInLane extends LaneKey {
  count: number;
}

export type Outcome = ErrorClass | 'delivered';

export interface Tally {
  attempted(outcome: Outcome): void;
  parked(lanes: readonly ParkedInLane[]): void;
  /** Attempts since this node started. */
  readonly attempts: ReadonlyMap<Outcome, number>;
  readonly parkedCount: number;
}

/** A lane is told of once within this time: what is parked there meanwhile has the same cause. */
const toldAgainMs = 3_600_000;
const lanesMax = 10_000;

/** `now` in ms, of a clock that never goes back. */
export function createTally(
  warn: (message: string, facts: { [name: string]: string | number }) => void,
  now: () => number = () => performance.now(),
): Tally {
  const attempts = new Map<Outcome, number>();
  const toldAt = new Map<string, number>();
  let parkedCount = 0;
  const isNews = (key: string): boolean => {
    const at = now();
    if (at - (toldAt.get(key) ?? Number.NEGATIVE_INFINITY) < toldAgainMs) return false;
    if (toldAt.size >= lanesMax) toldAt.clear();
    toldAt.set(key, at);
    return true;
  };
  return {
    attempts,
    attempted: (outcome) => void attempts.set(outcome, (attempts.get(outcome) ?? 0) + 1),
    parked(lanes) {
      for (const { accountId, lane, count } of lanes) {
        parkedCount += count;
        if (isNews(`${accountId} ${lane}`)) warn('callbacks are given up: jokko callback list --state parked', { accountId, lane, count });
      }
    },
    get parkedCount() {
      return parkedCount;
    },
  };
}
