// Registers the service worker, replaces it by the next build's, and removes it. Only over https
// or on this machine; elsewhere the portal works without.

import { useSyncExternalStore } from 'react';

const path = '/service-worker.js';
const cachePrefix = 'jokko-';
/** Nothing of the first view has to wait for it. */
const startAfterMs = 1_500;
const checkEveryMs = 30 * 60_000;
const takeOverWithinMs = 3_000;

const listeners = new Set<() => void>();
let waiting: ServiceWorker | null = null;
let started = false;

/** Once the first view is there. */
export function startWorker(): void {
  if (started || !import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  started = true;
  setTimeout(() => void register(), startAfterMs);
}

async function register(): Promise<void> {
  try {
    const known = await navigator.serviceWorker.getRegistration('/');
    const registration =
      known ?? (await navigator.serviceWorker.register(path, { updateViaCache: 'none' }));
    watch(registration);
    if (known !== undefined) await look(registration);
    setInterval(() => {
      if (document.visibilityState === 'visible') void look(registration);
    }, checkEveryMs);
  } catch {
    // Storage is turned off, or the line broke: the next visit tries again.
  }
}

/**
 * Is there a new build? Where the gateway has no worker any more, ours goes, with all that it kept.
 */
async function look(registration: ServiceWorkerRegistration): Promise<void> {
  try {
    await registration.update();
  } catch {
    const answer = await fetch(path, { cache: 'no-store' }).catch(() => null);
    if (answer?.status !== 404 && answer?.status !== 410) return;
    await registration.unregister();
    const kept = (await caches.keys()).filter((name) => name.startsWith(cachePrefix));
    await Promise.all(kept.map((name) => caches.delete(name)));
  }
}

function watch(registration: ServiceWorkerRegistration): void {
  const found = (worker: ServiceWorker | null): void => {
    // Without one in charge it is the first one ever, and no news.
    if (worker === null || navigator.serviceWorker.controller === null) return;
    waiting = worker;
    for (const listener of listeners) listener();
  };
  const follow = (worker: ServiceWorker | null): void =>
    worker?.addEventListener('statechange', () => {
      if (worker.state === 'installed') found(worker);
    });
  found(registration.waiting);
  follow(registration.installing);
  registration.addEventListener('updatefound', () => follow(registration.installing));
}

/** Whether a newer build has arrived and waits for this page to be loaded again. */
export function useNewBuild(): boolean {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => waiting !== null,
  );
}

/** Loads the page anew, with the new build. */
export function takeNewBuild(): void {
  const reload = (): void => window.location.reload();
  navigator.serviceWorker.addEventListener('controllerchange', reload, { once: true });
  setTimeout(reload, takeOverWithinMs);
  waiting?.postMessage('take-over');
}
