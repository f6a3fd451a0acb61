// Measures how much time the peer has had for its answers. Time in which we did not read, on
// purpose or because this process was silent, does not count, since the answer may still be in the
// socket.

import { silenceMs } from '@jokko/connectors/kit';

export interface ReadingClock {
  pausedMs: number;
  pausedSinceMs: number | null;
  lookedMs: number;
}

export function createReadingClock(): ReadingClock {
  return { pausedMs: 0, pausedSinceMs: null, lookedMs: performance.now() };
}

/** To be called every `everyMs`. */
export function lookAtClock(clock: ReadingClock, everyMs: number): void {
  const silentMs = silenceMs(everyMs, performance.now() - clock.lookedMs);
  clock.lookedMs = performance.now();
  if (clock.pausedSinceMs === null) clock.pausedMs += silentMs;
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
