// One clock for all times on a page, the gateway's, which moves on every half minute.

import { useSyncExternalStore } from 'react';
import { serverNow, watchServerClock } from '../api/server-clock.ts';

const tickMs = 30_000;
const listeners = new Set<() => void>();
let now = serverNow();
let stop: (() => void) | null = null;

function tick(): void {
  now = serverNow();
  for (const each of listeners) each();
}

/**
 * Moves the time on, by itself and when the gateway's clock was put forward; answers what ends
 * that.
 */
function start(): () => void {
  const timer = setInterval(tick, tickMs);
  const unwatch = watchServerClock(tick);
  return () => {
    clearInterval(timer);
    unwatch();
  };
}

/**
 * Tells `listener` when the time has moved on; answers what ends that. One function for all
 * renderings: React subscribes anew whenever it is given another one, and a time that moved with
 * each subscription would make it render for ever.
 */
export function watchNow(listener: () => void): () => void {
  // It has stood still while nobody looked.
  if (stop === null) now = serverNow();
  listeners.add(listener);
  stop ??= start();
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    stop?.();
    stop = null;
  };
}

export const readNow = (): number => now;

/** The time now in milliseconds; the same for everything on a page. */
export function useNow(): number {
  return useSyncExternalStore(watchNow, readNow);
}
