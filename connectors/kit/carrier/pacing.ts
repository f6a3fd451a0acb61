// Paces outgoing parts: a token bucket, pauses that double while the carrier takes nothing, and
// half the rate with the return to the full one. Pure but for the watch; times are milliseconds of
// a monotonic clock.

export interface PacingLimits {
  /** Parts a second by contract; null: none. */
  ratePerSec: number | null;
  pauseMaxMs: number;
}

export interface Pacing {
  readonly limits: PacingLimits;
  /** In force now; null: none. */
  rate: number | null;
  /** Where the rate climbs back to after it was halved. */
  target: number | null;
  tokens: number;
  filledMs: number;
  pausedUntilMs: number;
  /**
   * Length of the last pause that the carrier named no length for; 0 once it took something sent
   * after it.
   */
  pauseMs: number;
}

/**
 * A bucket holds what may leave at once: a twentieth of a second, so that a rate is kept within
 * every second and not only on average.
 */
const bucketSeconds = 0.05;
/** From half of the rate back to the whole. */
const recoverySeconds = 30;
/**
 * However often it is halved, one part a second still goes out (less only by contract): the pauses
 * do the rest.
 */
const rateFloor = 1;

export function createPacing(limits: PacingLimits, nowMs: number): Pacing {
  return {
    limits,
    rate: limits.ratePerSec,
    target: limits.ratePerSec,
    tokens: 1,
    filledMs: nowMs,
    pausedUntilMs: 0,
    pauseMs: 0,
  };
}

/** Whole parts that may leave now; Infinity without a limit. */
export function partsAllowed(pacing: Pacing, nowMs: number): number {
  if (nowMs < pacing.pausedUntilMs) return 0;
  fill(pacing, nowMs);
  return pacing.rate === null ? Infinity : Math.max(0, Math.floor(pacing.tokens));
}

/** Milliseconds until `partsAllowed` will be above 0. */
export function nextPartInMs(pacing: Pacing, nowMs: number): number {
  if (nowMs < pacing.pausedUntilMs) return pacing.pausedUntilMs - nowMs;
  if (pacing.rate === null) return 0;
  return Math.max(0, ((1 - pacing.tokens) / pacing.rate) * 1000);
}

/**
 * `parts`: of a text that the carrier cuts itself. They may be more than are allowed now: what
 * comes after waits the longer.
 */
export function countSubmitted(pacing: Pacing, parts = 1): void {
  if (pacing.rate !== null) pacing.tokens -= parts;
}

/** The carrier took what was submitted at `submittedMs`: the next pause is the first one again. */
export function endPauses(pacing: Pacing, submittedMs: number): void {
  if (submittedMs >= pacing.pausedUntilMs) pacing.pauseMs = 0;
}

/**
 * `observed`: parts a second that the carrier took when it refused. Without a rate by contract it
 * is where the climb ends and the limit is lifted again.
 */
export function halveRate(pacing: Pacing, observed: number): void {
  const from = pacing.rate ?? observed;
  pacing.target ??= observed;
  pacing.rate = Math.max(from / 2, Math.min(rateFloor, pacing.target));
  pacing.tokens = Math.min(pacing.tokens, 1);
}

/** `firstMs`: before the doubling. `askedMs`: the carrier has named the length itself. */
interface Pause {
  firstMs: number;
  askedMs?: number | undefined;
  /** Before a pause begins, and not for the other answers of one window: they are one event. */
  onPause?(): void;
}

/** The carrier takes nothing now. Answers how long to pause; the rate stays. */
export function pauseAll(
  pacing: Pacing,
  submittedMs: number,
  nowMs: number,
  { firstMs, askedMs, onPause }: Pause,
): number {
  if (submittedMs < pacing.pausedUntilMs) return Math.max(1, pacing.pausedUntilMs - nowMs);
  onPause?.();
  if (askedMs === undefined)
    pacing.pauseMs = Math.min(
      pacing.pauseMs === 0 ? firstMs : pacing.pauseMs * 2,
      pacing.limits.pauseMaxMs,
    );
  const pauseMs = askedMs ?? pacing.pauseMs;
  pacing.pausedUntilMs = nowMs + pauseMs;
  pacing.filledMs = pacing.pausedUntilMs;
  return pauseMs;
}

function fill(pacing: Pacing, nowMs: number): void {
  const seconds = (nowMs - pacing.filledMs) / 1000;
  if (seconds <= 0 || pacing.rate === null || pacing.target === null) return;
  pacing.filledMs = nowMs;
  pacing.rate = Math.min(
    pacing.target,
    pacing.rate + (pacing.target / 2 / recoverySeconds) * seconds,
  );
  pacing.tokens = Math.min(
    pacing.tokens + pacing.rate * seconds,
    Math.max(1, pacing.rate * bucketSeconds),
  );
  if (pacing.rate === pacing.target && pacing.limits.ratePerSec === null) {
    pacing.rate = null;
    pacing.target = null;
  }
}

/**
 * The bell does not ring for each part: at 10,000 parts a second it rings a hundred times and finds
 * a hundred each time.
 */
const bellMinMs = 10;

/**
 * Calls `ring` when a pause or the rate lets something through again, once for any number of calls
 * of `watch`.
 */
export function watchRoom(
  pacing: Pacing,
  ring: () => void,
): { watch(nowMs: number): void; close(): void } {
  let bell: NodeJS.Timeout | undefined;
  return {
    watch(nowMs) {
      if (bell !== undefined || partsAllowed(pacing, nowMs) > 0) return;
      const waitMs = Math.max(bellMinMs, Math.ceil(nextPartInMs(pacing, nowMs)));
      bell = setTimeout(() => {
        bell = undefined;
        ring();
      }, waitMs);
    },
    close: () => clearTimeout(bell),
  };
}
