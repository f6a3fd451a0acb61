// Reads how long a carrier asks us to wait.

import type { HttpAnswer } from './reading.ts';

/** A carrier may ask for longer pauses; we try again all the same. */
const pauseMaxMs = 60_000;

/**
 * Seconds only; a date would have to be compared with the carrier's clock. Null: it names none, or
 * no time at all.
 */
export function retryAfterMs({ headers }: HttpAnswer): number | null {
  const seconds = headers['retry-after'];
  return seconds !== undefined && /^[0-9]{0,5}[1-9][0-9]{0,5}$/.test(seconds)
    ? Math.min(Number(seconds) * 1_000, pauseMaxMs)
    : null;
}
