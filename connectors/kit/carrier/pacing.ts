// Paces outgoing messages: a token bucket by the contract's rate, and the pauses that the provider
// asks for.

export interface Pacing {
  /** 0 while paused. */
  room(nowMs: number): number;
  take(): void;
  pause(nowMs: number, pauseMs: number): void;
  /** Milliseconds until there is room again; 0 when there is. */
  waitMs(nowMs: number): number;
}

/** The bucket holds a twentieth of a second, so that a rate is kept within every second and not only on average. */
const bucketSeconds = 0.05;
const msPerSecond = 1_000;

export function createPacing(ratePerSec: number | null, startMs: number): Pacing {
  const size = ratePerSec === null ? Infinity : Math.max(1, ratePerSec * bucketSeconds);
  let tokens = size;
  let filledMs = startMs;
  let pausedUntilMs = -Infinity;
  function fill(nowMs: number): void {
    if (ratePerSec !== null)
      tokens = Math.min(size, tokens + ((nowMs - filledMs) / msPerSecond) * ratePerSec);
    filledMs = nowMs;
  }
  return {
    room(nowMs) {
      fill(nowMs);
      return nowMs < pausedUntilMs ? 0 : Math.floor(tokens);
    },
    take: () => void (tokens -= 1),
    pause: (nowMs, pauseMs) => void (pausedUntilMs = Math.max(pausedUntilMs, nowMs + pauseMs)),
    waitMs(nowMs) {
      fill(nowMs);
      const pauseMs = Math.max(0, pausedUntilMs - nowMs);
      const tokenMs =
        ratePerSec === null || tokens >= 1
          ? 0
          : Math.ceil(((1 - tokens) / ratePerSec) * msPerSecond);
      return Math.max(pauseMs, tokenMs);
    },
  };
}

/** Calls `changed` when a pause or the rate lets something through again, once for any number of calls of `watch`. */
export function watchRoom(pacing: Pacing, changed: () => void): { watch(): void; close(): void } {
  let timer: NodeJS.Timeout | undefined;
  return {
    watch() {
      const waitMs = pacing.waitMs(performance.now());
      if (waitMs === 0 || timer !== undefined) return;
      timer = setTimeout(() => {
        timer = undefined;
        changed();
      }, waitMs);
    },
    close: () => clearTimeout(timer),
  };
}
