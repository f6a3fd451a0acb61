// Measures the load of this node: the wait for commits, event-loop lag, and a database that does
// not answer.

import { monitorEventLoopDelay } from 'node:perf_hooks';
import { environment } from '../../environment.ts';

export interface Pressure {
  /** How long what changes something, or messages, wait for their commit, ms. */
  commitWaitMs(kind: 'change' | 'message'): number;
  /** How late the event loop ran on average in the last second, ms. */
  loopDelayMs(): number;
  /**
   * How long a simple question to the database, through the same pool as everybody's, has been
   * waiting for its answer; 0 when it came.
   */
  databaseWaitMs(): number;
  /**
   * Whether the database is not the one that it was: nothing is begun on it, and what it says may
   * be out of date.
   */
  isClosed(): boolean;
}

const sampleMs = 1_000;
const resolutionMs = 20;
const nanosecondsPerMs = 1e6;

export interface PressureSources extends Pick<Pressure, 'commitWaitMs' | 'isClosed'> {
  /** Puts a question to the database. */
  ask(): Promise<unknown>;
  /** While nothing happens nobody needs to know: nothing is measured. */
  isQuiet(): boolean;
}

/** `close` ends the measuring. */
export function watchPressure({
  ask,
  isQuiet,
  ...told
}: PressureSources): Pressure & { close(): void } {
  // Wakes the process fifty times a second while it is enabled.
  const delays = monitorEventLoopDelay({ resolution: resolutionMs });
  let loopDelayMs = 0;
  let askedAt: number | null = null;
  const answered = (): void => {
    askedAt = null;
  };
  const timer = environment.startTicker(() => {
    // What is measured holds the interval itself; without a sample the loop is not late but idle.
    loopDelayMs =
      delays.count === 0 ? 0 : Math.max(0, delays.mean / nanosecondsPerMs - resolutionMs);
    delays.reset();
    if (isQuiet()) return void delays.disable();
    delays.enable();
    if (askedAt !== null) return;
    askedAt = environment.monotonic();
    // A database that refuses immediately causes no waiting: each request gets its own error.
    ask().then(answered, answered);
  }, sampleMs);
  timer.unref();
  return {
    ...told,
    loopDelayMs: () => loopDelayMs,
    databaseWaitMs: () => (askedAt === null ? 0 : environment.monotonic() - askedAt),
    close() {
      environment.stopTimer(timer);
      delays.disable();
    },
  };
}
