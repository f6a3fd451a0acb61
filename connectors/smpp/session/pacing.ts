// Paces outgoing parts: a token bucket, and the reaction to the operator's "too fast" and "queue
// full" and to a connection that is at fault, namely pauses that double from 1 to 16 s, half the rate, and the return to the full rate.
// Pure; times are milliseconds of a monotonic clock.

export interface PacingLimits {
  /** Parts a second by contract; null: none. */
  ratePerSec: number | null;
  pauseFirstMs: number;
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
  /** Length of the last pause; 0 once the operator took something sent after it. */
  pauseMs: number;
  /** Parts taken in the current and in the last whole second. */
  second: { startMs: number; taken: number; takenBefore: number };
}

/** A bucket holds what may leave at once: a twentieth of a second, so that a rate is kept within every second and not only on average. */
const bucketSeconds = 0.05;
/** From half of the rate back to the whole. */
const recoverySeconds = 30;
/** However often it is halved, one part a second still goes out (less only by contract): the pauses do the rest. */
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
    second: { startMs: nowMs, taken: 0, takenBefore: 0 },
  };
}

/** Whole parts that may leave now; Infinity without a limit. */
export function partsAllowed(pacing: Pacing, nowMs: number): number {
  if (nowMs < pacing.pausedUntilMs) return 0;
  fill(pacing, nowMs);
  return pacing.rate === null ? Infinity : Math.floor(pacing.tokens);
}

/** Milliseconds until `partsAllowed` will be above 0. */
export function nextPartInMs(pacing: Pacing, nowMs: number): number {
  if (nowMs < pacing.pausedUntilMs) return pacing.pausedUntilMs - nowMs;
  if (pacing.rate === null) return 0;
  return Math.max(0, ((1 - pacing.tokens) / pacing.rate) * 1000);
}

export function countSubmitted(pacing: Pacing): void {
  if (pacing.rate !== null) pacing.tokens -= 1;
}

/** The operator took a part that was submitted at `submittedMs`. */
export function countTaken(pacing: Pacing, submittedMs: number, nowMs: number): void {
  if (submittedMs >= pacing.pausedUntilMs) pacing.pauseMs = 0;
  turnSecond(pacing, nowMs);
  pacing.second.taken += 1;
}

/** "Too fast" or "queue full". Answers how long to pause; the answers of one window are one event. */
export function slowDown(pacing: Pacing, submittedMs: number, nowMs: number): number {
  if (submittedMs < pacing.pausedUntilMs) return Math.max(1, pacing.pausedUntilMs - nowMs);
  turnSecond(pacing, nowMs);
  const observed = Math.max(1, pacing.second.taken, pacing.second.takenBefore);
  const from = pacing.rate ?? observed;
  // Without a rate by contract, the rate at which the operator refused is where the climb ends and the limit is lifted again.
  pacing.target ??= observed;
  pacing.rate = Math.max(from / 2, Math.min(rateFloor, pacing.target));
  pacing.tokens = Math.min(pacing.tokens, 1);
  return pause(pacing, nowMs);
}

/** The connection itself is at fault. Answers how long to pause; the rate stays, as it is not the reason. */
export function pauseAll(pacing: Pacing, submittedMs: number, nowMs: number): number {
  if (submittedMs < pacing.pausedUntilMs) return Math.max(1, pacing.pausedUntilMs - nowMs);
  return pause(pacing, nowMs);
}

function pause(pacing: Pacing, nowMs: number): number {
  const { pauseFirstMs, pauseMaxMs } = pacing.limits;
  pacing.pauseMs = pacing.pauseMs === 0 ? pauseFirstMs : Math.min(pacing.pauseMs * 2, pauseMaxMs);
  pacing.pausedUntilMs = nowMs + pacing.pauseMs;
  pacing.filledMs = pacing.pausedUntilMs;
  return pacing.pauseMs;
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

function turnSecond({ second }: Pacing, nowMs: number): void {
  const passed = nowMs - second.startMs;
  if (passed < 1000) return;
  second.takenBefore = passed < 2000 ? second.taken : 0;
  second.taken = 0;
  second.startMs = nowMs;
}
