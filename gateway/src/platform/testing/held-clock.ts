// A clock for tests of deadlines: it stands, and goes on only when the test says so. However long
// the machine stands still, a deadline falls where the test wants it.

import { machine, runIn, type Environment, type Timer } from '../environment.ts';

export interface HeldClock {
  /** Runs `work`, and whatever it starts, by this clock. */
  run<Result>(work: () => Result): Result;
  /**
   * Lets time pass: timers that are due by then run, each at its moment, also those that another
   * one has started.
   */
  pass(durationMs: number): void;
  /**
   * Time passes while the process is frozen: timers that were due meanwhile run only with the next
   * time that passes, late.
   */
  freeze(durationMs: number): void;
  /** How many timers have not run yet. */
  waiting(): number;
}

export function holdClock(): HeldClock {
  let now = 0;
  const due = new Map<Timer, { run: () => void; atMs: number }>();
  const environment: Environment = {
    ...machine,
    monotonic: () => now,
    sleep: (durationMs) =>
      new Promise((resolve) => void environment.startTimer(resolve, durationMs)),
    startTimer(run, delayMs) {
      const timer: Timer = { unref: () => timer };
      due.set(timer, { run, atMs: now + delayMs });
      return timer;
    },
    stopTimer(timer) {
      if (timer !== null && timer !== undefined) due.delete(timer);
    },
  };
  return {
    run: (work) => runIn(environment, work),
    waiting: () => due.size,
    freeze: (durationMs) => void (now += durationMs),
    pass(durationMs) {
      const untilMs = now + durationMs;
      for (;;) {
        const [next] = [...due].toSorted(([, one], [, other]) => one.atMs - other.atMs);
        if (next === undefined || next[1].atMs > untilMs) break;
        const [timer, { run, atMs }] = next;
        due.delete(timer);
        now = Math.max(now, atMs);
        runIn(environment, run);
      }
      now = untilMs;
    },
  };
}
