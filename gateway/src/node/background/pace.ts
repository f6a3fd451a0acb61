// Whether anything happens in the installation. While nothing does, background tasks run at longer
// intervals (`quietMs` of platform/task.ts); the first request, commit, notification or callback
// brings the usual ones back at once, and so does another node that is busy (decision 0044).

import { environment } from '../../platform/environment.ts';

/** The usual intervals last so long after the last thing that happened. */
const busyMs = 10_000;
/** Other nodes are looked at with each heartbeat; one that missed a few is still followed. */
const followMs = 5_000;

export interface Pace {
  /** Something happened on this node. */
  note(): void;
  /** Another node is busy, or has ended. */
  follow(): void;
  /** Whether something happened on this node of late; other nodes follow it. */
  isBusy(): boolean;
  /** Whether nothing happens here or elsewhere. */
  isQuiet(): boolean;
  /** `run` is called whenever the quiet ends, until the function that is returned is called. */
  onWake(run: () => void): () => void;
}

export function createPace(): Pace {
  const listeners = new Set<() => void>();
  // A start is something that happens.
  let busyUntil = environment.monotonic() + busyMs;
  let followUntil = busyUntil;
  const isQuietAt = (now: number): boolean => now > busyUntil && now > followUntil;
  return {
    note() {
      const now = environment.monotonic();
      const wasQuiet = isQuietAt(now);
      busyUntil = now + busyMs;
      if (wasQuiet) for (const run of listeners) run();
    },
    follow() {
      const now = environment.monotonic();
      const wasQuiet = isQuietAt(now);
      followUntil = now + followMs;
      if (wasQuiet) for (const run of listeners) run();
    },
    isBusy: () => environment.monotonic() <= busyUntil,
    isQuiet: () => isQuietAt(environment.monotonic()),
    onWake(run) {
      listeners.add(run);
      return () => void listeners.delete(run);
    },
  };
}
