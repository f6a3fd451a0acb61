// Keeps what was read of an hour: for seconds while the hour runs and right after it, for minutes
// once it is over, since only late answers still change it.

import { environment } from '../../../platform/environment.ts';

export const hourMs = 3_600_000;
/** Pages show a day, and one of 25 hours now and then. */
const hoursKept = 26;
/**
 * Figures are kept for this many times what it took to read them, within limits: a quiet gateway
 * shows what happened at once, a busy one reads little.
 */
const keptPerRead = 20;
const freshMs = { least: 1_000, most: 10_000 };
const endedFreshMs = 600_000;
/** Within this time after its end most of what an hour opened has a result. */
const completesMs = hourMs;

/** How long figures do whose reading has begun at `begun`, on the node's clock. */
export const keptMs = (begun: number): number =>
  Math.min(Math.max(keptPerRead * (environment.monotonic() - begun), freshMs.least), freshMs.most);

/** `now`: ms on the database's clock. */
export function createKeptHours<Figures>(
  read: (at: number, now: number) => Promise<Figures>,
): (at: number, now: number) => Promise<Figures> {
  const kept = new Map<number, { freshUntil: number; figures: Figures }>();
  return async (at, now) => {
    const known = kept.get(at);
    if (known !== undefined && known.freshUntil > now) return known.figures;
    for (const other of kept.keys()) if (other <= at - hoursKept * hourMs) kept.delete(other);
    const begun = environment.monotonic();
    const figures = await read(at, now);
    const ended = at + hourMs + completesMs < now;
    kept.set(at, { freshUntil: now + (ended ? endedFreshMs : keptMs(begun)), figures });
    return figures;
  };
}
