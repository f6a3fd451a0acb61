// Measures how long a writer's commands wait for their commit. One command at a time is watched
// from its submission on: the cost is next to nothing, and as the queue is one, each is
// representative.

import { environment } from '../environment.ts';

export interface CommitWait {
  /** Told of every command; the same promise comes back. */
  watch<Result>(committed: Promise<Result>): Promise<Result>;
  /**
   * How long the last watched command has waited, or waits by now; 0 when nothing was submitted of
   * late. In ms.
   */
  waitMs(): number;
}

/** A wait that ended longer ago says nothing of now. */
const memoryMs = 200;

/** `now` in ms, of a clock that never goes back. */
export function createCommitWait(now: () => number = () => environment.monotonic()): CommitWait {
  let submittedAt: number | null = null;
  let last = { waitMs: 0, endedAt: Number.NEGATIVE_INFINITY };
  return {
    watch(committed) {
      if (submittedAt !== null) return committed;
      const from = now();
      submittedAt = from;
      const end = (): void => {
        submittedAt = null;
        last = { waitMs: now() - from, endedAt: now() };
      };
      committed.then(end, end);
      return committed;
    },
    waitMs() {
      const at = now();
      const before = at - last.endedAt <= memoryMs ? last.waitMs : 0;
      return submittedAt === null ? before : Math.max(before, at - submittedAt);
    },
  };
}
