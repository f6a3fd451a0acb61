// Clock of the provider and its schedule. One heap and one timer for all pending work; the clock
// can be advanced so that fifteen minutes pass at once.

import { popDue, pushDue } from './due-heap.ts';
import type { DueEvent } from './due-heap.ts';

export interface Clock {
  /** Virtual wall clock, ms. */
  nowMs: () => number;
  schedule(delayMs: number, run: () => void | Promise<unknown>): DueEvent;
  cancel(event: DueEvent | null): void;
  /** Pushes the clock forward and fires what became due. */
  advance(milliseconds: number): Promise<void>;
  offsetMs(): number;
  close(): void;
}

/** A setTimeout can wait no longer than this (2^31-1 ms); longer waits are re-armed. */
const timerMaxMs = 2_000_000_000;

export function createClock(startOffsetMs: number): Clock {
  let offset = startOffsetMs;
  let timer: NodeJS.Timeout | null = null;
  let timerDueMs = Infinity;
  const heap: DueEvent[] = [];
  const nowMs = (): number => Date.now() + offset;

  function arm(): void {
    const top = heap[0];
    if (top === undefined) return;
    if (timer !== null) {
      if (timerDueMs <= top.dueMs) return;
      disarm();
    }
    timerDueMs = top.dueMs;
    timer = setTimeout(fire, Math.min(Math.max(top.dueMs - nowMs(), 0), timerMaxMs));
  }
  function disarm(): void {
    if (timer !== null) clearTimeout(timer);
    timer = null;
    timerDueMs = Infinity;
  }
  function fire(): void {
    disarm();
    void Promise.all(runDue());
    arm();
  }
  const runDue = (): Promise<unknown>[] => runAll(heap, nowMs());
  return {
    nowMs,
    schedule(delayMs, run) {
      const event: DueEvent = { dueMs: nowMs() + delayMs, run };
      pushDue(heap, event);
      arm();
      return event;
    },
    cancel(event) {
      // The dead entry stays in the heap until its time: it is tiny, and removing it would cost a
      // search.
      if (event !== null) event.run = null;
    },
    async advance(milliseconds) {
      offset += milliseconds;
      for (let waiting = runDue(); waiting.length > 0; waiting = runDue())
        await Promise.all(waiting);
      disarm();
      arm();
    },
    offsetMs: () => offset,
    close() {
      disarm();
      heap.length = 0;
    },
  };
}

/** Runs everything due by `untilMs`; answers what is still at work. */
function runAll(heap: DueEvent[], untilMs: number): Promise<unknown>[] {
  const waiting: Promise<unknown>[] = [];
  for (let top = heap[0]; top !== undefined && top.dueMs <= untilMs; top = heap[0]) {
    popDue(heap);
    const run = top.run;
    top.run = null;
    const result = run === null ? undefined : run();
    if (result instanceof Promise) waiting.push(result);
  }
  return waiting;
}
