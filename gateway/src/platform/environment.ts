// What a process takes from the machine it runs on: time, timers, chance. All code of the gateway
// takes them from here, so that a simulation can give each of its nodes a clock, timers and random
// numbers of its own (decision 0027). A lint rule forbids the globals elsewhere.
//
// Secrets are not made of this: they come from `node:crypto`.

import { AsyncLocalStorage } from 'node:async_hooks';
import { randomFillSync, randomUUID } from 'node:crypto';
import { setImmediate as othersTurn, setTimeout as sleep } from 'node:timers/promises';

/** A timer or ticker that was started. */
export interface Timer {
  /** The process does not stay alive for it. */
  unref(): this;
}

export interface Environment {
  /**
   * ms since 1970 by this machine's clock, which may be wrong and may jump. What is compared
   * between nodes or stored is the database's time.
   */
  now(): number;
  /** ms since an arbitrary moment; never goes back. For durations. */
  monotonic(): number;
  /** Rejects when `signal` aborts. Without `ref` the process does not stay alive for it. */
  sleep(durationMs: number, how?: { signal?: AbortSignal; ref?: boolean }): Promise<void>;
  startTimer(run: () => void, delayMs: number): Timer;
  startTicker(run: () => void, everyMs: number): Timer;
  /** Stops a timer or a ticker; none, or one that has run, is no error. */
  stopTimer(timer: Timer | null | undefined): void;
  /** Runs once what is under way has had its turn. */
  nextTurn(run: () => void): void;
  othersTurn(): Promise<void>;
  /** 0 to below 1. */
  random(): number;
  /** Version 4. */
  uuid(): string;
  /** Unguessable, for ids and references that must never come again. */
  randomBytes(size: number): Buffer;
}

const drawnBytes = 4_096;
const drawn = Buffer.alloc(drawnBytes);
let drawnUsed = drawnBytes;

/**
 * Random bytes are drawn many at a time, as Node itself does for UUIDs: a few cost a tenth of a
 * call of their own.
 */
function drawBytes(size: number): Buffer {
  if (size > drawnBytes) return randomFillSync(Buffer.allocUnsafe(size));
  if (drawnUsed + size > drawnBytes) {
    randomFillSync(drawn);
    drawnUsed = 0;
  }
  const bytes = Buffer.from(drawn.subarray(drawnUsed, drawnUsed + size));
  // Who reads our memory learns nothing of what was given out before.
  drawn.fill(0, drawnUsed, drawnUsed + size);
  drawnUsed += size;
  return bytes;
}

/** The real one, for an environment that differs from it in part. */
export const machine: Environment = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
  sleep: (durationMs, how) => sleep(durationMs, undefined, how),
  startTimer: (run, delayMs) => setTimeout(run, delayMs),
  startTicker: (run, everyMs) => setInterval(run, everyMs),
  stopTimer: (timer) => clearTimeout(timer as NodeJS.Timeout | undefined),
  nextTurn: (run) => void setImmediate(run),
  othersTurn: () => othersTurn(),
  random: () => Math.random(),
  uuid: () => randomUUID(),
  randomBytes: drawBytes,
};

// Absent in production, so that nothing there pays for the look-up.
let simulated: AsyncLocalStorage<Environment> | null = null;

const current = (): Environment => simulated?.getStore() ?? machine;

/** The environment of whoever runs: the machine's, or that of the simulated node. */
export const environment: Environment = {
  now: () => current().now(),
  monotonic: () => current().monotonic(),
  sleep: (durationMs, how) => current().sleep(durationMs, how),
  startTimer: (run, delayMs) => current().startTimer(run, delayMs),
  startTicker: (run, everyMs) => current().startTicker(run, everyMs),
  stopTimer: (timer) => current().stopTimer(timer),
  nextTurn: (run) => current().nextTurn(run),
  othersTurn: () => current().othersTurn(),
  random: () => current().random(),
  uuid: () => current().uuid(),
  randomBytes: (size) => current().randomBytes(size),
};

/**
 * Runs `work`, and whatever it starts, in an environment of its own. For simulations.
 * @public
 */
export function runIn<Result>(own: Environment, work: () => Result): Result {
  simulated ??= new AsyncLocalStorage();
  return simulated.run(own, work);
}
