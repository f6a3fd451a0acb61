// Is the gateway within reach? What the last call met, and what the browser says of its network.

import { useSyncExternalStore } from 'react';
import { watchCalls } from './call.ts';

const listeners = new Set<() => void>();
let reached = true;

function set(next: boolean): void {
  if (reached === next) return;
  reached = next;
  for (const listener of listeners) listener();
}

/** Begins to watch; called once at the start. */
export function startNetworkWatch(): void {
  watchCalls({ onReach: set });
  window.addEventListener('offline', () => set(false));
  window.addEventListener('online', () => set(true));
}

/** False while the gateway is out of reach. */
export function useOnline(): boolean {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => reached,
  );
}
