// Holds the time of this process: `performance.now` stands, and timers ring only when the test lets
// time pass. However long the machine stands still, a deadline falls where the test wants it.
// Sockets go on; `Date` is the machine's.

import { syncBuiltinESMExports } from 'node:module';
import { mock } from 'node:test';

export interface HeldTime {
  /**
   * Lets time pass in small steps, with a turn of the event loop after each, so that what a timer
   * starts is under way before the next one rings.
   */
  pass(durationMs: number): Promise<void>;
  /** The clock is later at once, and no timer has rung meanwhile. */
  jump(durationMs: number): void;
  /** What `performance.now` says. */
  now(): number;
  /** From here on time is the machine's again; what was to ring by the held one never does. */
  release(): void;
}

const stepMs = 10;

/**
 * Holds it until the test `t` is over, or is released. `until` (until.ts) still waits by the
 * machine's time.
 */
export function holdTime(t?: { after(release: () => void): void }): HeldTime {
  // A whole number, so that what is reckoned from it is exact.
  let nowMs = Math.ceil(performance.now());
  const clock = mock.method(performance, 'now', () => nowMs);
  mock.timers.enable({ apis: ['setTimeout', 'setInterval'] });
  // For those who import a timer by its name.
  syncBuiltinESMExports();
  const release = (): void => {
    clock.mock.restore();
    mock.timers.reset();
    syncBuiltinESMExports();
  };
  t?.after(release);
  return {
    release,
    now: () => nowMs,
    jump: (durationMs) => void (nowMs += durationMs),
    async pass(durationMs) {
      const untilMs = nowMs + durationMs;
      while (nowMs < untilMs) {
        const leftMs = Math.min(stepMs, untilMs - nowMs);
        nowMs += leftMs;
        mock.timers.tick(leftMs);
        await new Promise(setImmediate);
      }
    },
  };
}
