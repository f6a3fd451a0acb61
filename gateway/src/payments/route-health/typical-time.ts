// How long a result usually takes on a route: what a payer or a merchant may be told before paying.

import type { Session } from '../../platform/db/database.ts';
import { environment } from '../../platform/environment.ts';
import { addDurations, countOf, noDurations, percentileMs } from './latency.ts';
import { readCounts, readDay } from './store.ts';

/** The median of fewer results says little. */
const resultsMin = 5;
/** A route is read so often at most, however many ask. */
const readEveryMs = 60_000;
const msPerSecond = 1_000;

/**
 * Seconds from the call to its provider to success, at least 1: half of those of the last day took
 * no longer. Null: too few are known.
 */
export type TypicalSeconds = (route: string) => Promise<number | null>;

export function createTypicalTimes(database: Session): TypicalSeconds {
  const known = new Map<string, { readAt: number; seconds: Promise<number | null> }>();
  return (route) => {
    const now = environment.monotonic();
    const found = known.get(route);
    if (found !== undefined && now - found.readAt < readEveryMs) return found.seconds;
    const seconds = readTypical(database, route);
    known.set(route, { readAt: now, seconds });
    seconds.catch(() => known.delete(route));
    return seconds;
  };
}

async function readTypical(database: Session, name: string): Promise<number | null> {
  const subject = { kind: 'route', name } as const;
  // The last minutes are written down later than they are counted.
  const rows = [...(await readDay(database, subject)), ...(await readCounts(database, subject))];
  const sum = noDurations();
  for (const { resultMs } of rows) addDurations(sum, resultMs);
  const ms = countOf(sum) < resultsMin ? null : percentileMs(sum, 0.5);
  return ms === null ? null : Math.max(1, Math.round(ms / msPerSecond));
}
