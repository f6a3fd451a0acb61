// The reaction to the operator's "too fast" and "queue full": half of what it took in a second, and
// a pause.

import { endPauses, halveRate, pauseAll } from '@jokko/connectors/kit/carrier';
import type { Pacing } from '@jokko/connectors/kit/carrier';

/** Parts taken in the current and in the last whole second. */
export interface Taken {
  startMs: number;
  now: number;
  before: number;
}

export const countNone = (nowMs: number): Taken => ({ startMs: nowMs, now: 0, before: 0 });

/** The operator took what was submitted at `submittedMs`. */
export function countTaken(pacing: Pacing, taken: Taken, submittedMs: number, nowMs: number): void {
  endPauses(pacing, submittedMs);
  turnSecond(taken, nowMs);
  taken.now += 1;
}

/** Answers how long to pause; `firstMs`: before the doubling. */
export function slowDown(
  pacing: Pacing,
  taken: Taken,
  submittedMs: number,
  { nowMs, firstMs }: { nowMs: number; firstMs: number },
): number {
  return pauseAll(pacing, submittedMs, nowMs, {
    firstMs,
    onPause() {
      turnSecond(taken, nowMs);
      halveRate(pacing, Math.max(1, taken.now, taken.before));
    },
  });
}

function turnSecond(taken: Taken, nowMs: number): void {
  const passed = nowMs - taken.startMs;
  if (passed < 1000) return;
  taken.before = passed < 2000 ? taken.now : 0;
  taken.now = 0;
  taken.startMs = nowMs;
}
