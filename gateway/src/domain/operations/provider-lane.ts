// How much work does one provider get at once? A queue with the provider's own concurrency and rate; each route has its own, so that a slow
// provider starves nobody else.

import type { Capabilities } from '@jokko/connector-kit';

export interface ProviderLane<Work> {
  /** Takes a place when nothing waits and one is free; `leave` gives it back. */
  reserve(): boolean;
  leave(): void;
  /** Starts the work now, in a place reserved before. */
  startReserved(work: Work): void;
  add(work: Work): void;
  setLimits(limits: Capabilities['limits']): void;
  readonly queued: number;
  readonly active: number;
  /** Forgets what is queued. */
  clear(): void;
}

/** `run` calls `leave` when its work is done. */
export function createProviderLane<Work>(run: (work: Work, leave: () => void) => void): ProviderLane<Work> {
  let queue: Work[] = [];
  let active = 0;
  let limits: { concurrency: number; ratePerSec?: number } = { concurrency: 1 };
  let tokens = 0;
  let refilledAt = performance.now();
  let wake: NodeJS.Timeout | null = null;

  /** One place of the concurrency and, where there is a rate, one token of a bucket that holds one second's worth. */
  const takePlace = (): boolean => {
    if (active >= limits.concurrency) return false;
    if (limits.ratePerSec !== undefined) {
      const now = performance.now();
      tokens = Math.min(Math.max(1, limits.ratePerSec), tokens + ((now - refilledAt) / 1_000) * limits.ratePerSec);
      refilledAt = now;
      if (tokens < 1) return false;
      tokens--;
    }
    active++;
    return true;
  };
  const leave = (): void => {
    active--;
    pump();
  };
  const pump = (): void => {
    while (queue.length > 0 && takePlace()) run(queue.shift()!, leave);
    if (queue.length === 0 || wake !== null || limits.ratePerSec === undefined || active >= limits.concurrency) return;
    wake = setTimeout(() => {
      wake = null;
      pump();
    }, 1_000 / limits.ratePerSec);
  };
  return {
    reserve: () => queue.length === 0 && takePlace(),
    leave,
    startReserved: (work) => run(work, leave),
    add(work) {
      queue.push(work);
      pump();
    },
    setLimits(next) {
      limits = next;
    },
    get queued() {
      return queue.length;
    },
    get active() {
      return active;
    },
    clear() {
      queue = [];
      if (wake !== null) clearTimeout(wake);
    },
  };
}
