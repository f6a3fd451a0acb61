// Tracks whether the gateway is reachable, from the last call and the browser's view of its
// network. While it is not, it is polled at growing intervals; when it is back, what is on screen
// is refreshed.

import { useSyncExternalStore } from 'react';
import { readShownAgain } from './cache.ts';
import { call, watchCalls } from './call.ts';

const firstPauseMs = 2_000;
const pauseMaxMs = 30_000;

const listeners = new Set<() => void>();
let reached = true;
let asking: ReturnType<typeof setTimeout> | null = null;
let pauseMs = firstPauseMs;

function set(next: boolean): void {
  if (reached === next) return;
  reached = next;
  pauseMs = firstPauseMs;
  if (next) readShownAgain();
  else askLater();
  for (const listener of listeners) listener();
}

function askLater(): void {
  if (asking !== null) clearTimeout(asking);
  // Not all at the same moment: a gateway that comes back meets many who wait.
  asking = setTimeout(() => void ask(), pauseMs * (0.75 + Math.random() / 2));
}

/** Any answer ends the waiting: `set` hears of it by the call itself. */
async function ask(): Promise<void> {
  if (asking !== null) clearTimeout(asking);
  asking = null;
  await call('GET installation', {}).catch(() => undefined);
  if (reached) return;
  pauseMs = Math.min(pauseMs * 2, pauseMaxMs);
  askLater();
}

/** Begins to watch; called once at the start. */
export function startNetworkWatch(): void {
  watchCalls({ onReach: set });
  window.addEventListener('offline', () => set(false));
  window.addEventListener('online', () => void ask());
}

/** Calls the listener when the gateway is lost or back; answers the function that ends it. */
export function watchNetwork(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const isReached = (): boolean => reached;

/** False while the gateway is out of reach. */
export function useOnline(): boolean {
  return useSyncExternalStore(watchNetwork, isReached);
}
