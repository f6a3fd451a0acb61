// How hard is this node pressed? By the wait for commits, by an event loop that runs late, and by a database that does not answer.

import { monitorEventLoopDelay } from 'node:perf_hooks';

export interface Pressure {
  /** How long what changes something, or messages, wait for their commit, ms. */
  commitWaitMs(kind: 'change' | 'message'): number;
  /** How late the event loop ran on average in the last second, ms. */
  loopDelayMs(): number;
  /** How long a simple question to the database, through the same pool as everybody's, has been waiting for its answer; 0 when it came. */
  databaseWaitMs(): number;
}

const sampleMs = 1_000;
const resolutionMs = 20;
const nanosecondsPerMs = 1e6;

/** `ask` puts a question to the database. `close` ends the measuring. */
export function watchPressure(commitWaitMs: Pressure['commitWaitMs'], ask: () => Promise<unknown>): Pressure & { close(): void } {
  const delays = monitorEventLoopDelay({ resolution: resolutionMs });
  delays.enable();
  let loopDelayMs = 0;
  let askedAt: number | null = null;
  const answered = (): void => {
    askedAt = null;
  };
  const timer = setInterval(() => {
    // What is measured holds the interval itself; without a sample the loop is not late but idle.
    loopDelayMs = delays.count === 0 ? 0 : Math.max(0, delays.mean / nanosecondsPerMs - resolutionMs);
    delays.reset();
    if (askedAt !== null) return;
    askedAt = performance.now();
    // A database that refuses at once makes nobody wait: each request is told by itself.
    ask().then(answered, answered);
  }, sampleMs);
  timer.unref();
  return {
    commitWaitMs,
    loopDelayMs: () => loopDelayMs,
    databaseWaitMs: () => (askedAt === null ? 0 : performance.now() - askedAt),
    close() {
      clearInterval(timer);
      delays.disable();
    },
  };
}
