// Clock of the gateway, as its last answer told it. The sandbox's can be days ahead of this
// device's, and this device's may be wrong.

let aheadMs = 0;
const listeners = new Set<() => void>();

/** Answers take different times to arrive: a smaller difference is none. */
const leastMs = 2_000;

/** Milliseconds since 1970. */
export const serverNow = (): number => Date.now() + aheadMs;

/** `time` as an answer's header says it; null: it was none of the gateway's. */
export function noteServerTime(time: string | null): void {
  const told = time === null ? Number.NaN : Number(time) - Date.now();
  if (Number.isNaN(told) || Math.abs(told - aheadMs) < leastMs) return;
  aheadMs = told;
  for (const each of listeners) each();
}

/** Called when the clock was put forward or back. */
export function watchServerClock(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
