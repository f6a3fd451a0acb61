// Measures how much time the peer has had for its answers. Time in which we did not read does not
// count, since the answer may still be in the socket.

export interface ReadingClock {
  pausedMs: number;
  pausedSinceMs: number | null;
}

export function createReadingClock(): ReadingClock {
  return { pausedMs: 0, pausedSinceMs: null };
}

/** Milliseconds of a monotonic clock that stands still while reading is paused. */
export function readingTime(clock: ReadingClock): number {
  return (clock.pausedSinceMs ?? performance.now()) - clock.pausedMs;
}

export function stopClock(clock: ReadingClock): void {
  clock.pausedSinceMs ??= performance.now();
}

export function startClock(clock: ReadingClock): void {
  if (clock.pausedSinceMs === null) return;
  clock.pausedMs += performance.now() - clock.pausedSinceMs;
  clock.pausedSinceMs = null;
}
