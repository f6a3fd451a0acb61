// Gives others a time for their answer in which this process could hear it: one that was frozen, or
// busy in one turn of its event loop, goes on waiting for what was left. Every wait for the
// database, for providers, receivers and other nodes, and for what else a node would give up, is
// measured here.

import { silenceMs } from '@jokko/connectors/kit';
import { environment, type Timer } from '../environment.ts';

export interface Deadline {
  /** None or less: it has passed. */
  leftMs(): number;
  stop(): void;
}

/** So often the wait is looked at; a short one more often. */
const lookMaxMs = 500;
const looksMin = 4;

/** `onPassed` is called once, when `afterMs` have passed and what had arrived by then was read. */
export function startDeadline(afterMs: number, onPassed: () => void = () => {}): Deadline {
  let leftMs = afterMs;
  let timer: Timer | null = null;
  let lookedAt = 0;
  let plannedMs = 0;
  const waitedMs = (): number => {
    const passedMs = environment.monotonic() - lookedAt;
    return passedMs - silenceMs(plannedMs, passedMs);
  };
  const wait = (): void => {
    lookedAt = environment.monotonic();
    plannedMs = Math.max(0, Math.min(leftMs, lookMaxMs, afterMs / looksMin));
    timer = environment.startTimer(look, plannedMs);
  };
  const look = (): void => {
    leftMs -= waitedMs();
    if (leftMs > 0) wait();
    else environment.nextTurn(() => timer !== null && onPassed());
  };
  wait();
  return {
    leftMs: () => leftMs - waitedMs(),
    stop() {
      environment.stopTimer(timer);
      timer = null;
    },
  };
}

/** The value, or `otherwise` when it takes longer; the work goes on. */
export async function valueWithin<Value>(
  work: Promise<Value>,
  afterMs: number,
  otherwise: Value,
): Promise<Value> {
  const { promise: late, resolve } = Promise.withResolvers<Value>();
  const deadline = startDeadline(afterMs, () => resolve(otherwise));
  try {
    return await Promise.race([work, late]);
  } finally {
    deadline.stop();
  }
}

/**
 * A clock that stands still while this process is silent, for many waits that are looked at
 * together.
 */
export interface HeardClock {
  /** Before the first look, and after a time without looks. */
  start(): void;
  /** Every `everyMs`. */
  look(): void;
  /** Monotonic ms. */
  now(): number;
}

export function createHeardClock(everyMs: number): HeardClock {
  let silentMs = 0;
  let lookedAt = environment.monotonic();
  return {
    start() {
      lookedAt = environment.monotonic();
    },
    look() {
      const now = environment.monotonic();
      silentMs += silenceMs(everyMs, now - lookedAt);
      lookedAt = now;
    },
    now: () => environment.monotonic() - silentMs,
  };
}
