// Limits how often one address may ask for what anybody may ask: a node counts for a minute at a
// time, in memory, so that counting costs less than what it guards.

import { environment } from '../../environment.ts';
import { countedBy, type CountedFrom } from './counted-by.ts';

const minuteMs = 60_000;
/** Addresses that are counted in a minute; more would only fill the memory, and are let through. */
const callersMax = 20_000;

/**
 * Null: go on; else after how many seconds the caller may ask again. Who has no address is nobody
 * in particular, and not counted.
 */
export type CallerLimit = (caller: CountedFrom) => number | null;

/** `perMinute`: calls of one address. */
export function createCallerLimit(perMinute: number): CallerLimit {
  const counts = new Map<string, number>();
  let endsAt = Number.NEGATIVE_INFINITY;
  return (caller) => {
    const now = environment.monotonic();
    if (now >= endsAt) {
      counts.clear();
      endsAt = now + minuteMs;
    }
    for (const { address, prefix, times } of countedBy(caller)) {
      if (address === null) continue;
      const key = `${prefix}${address}`;
      const count = (counts.get(key) ?? 0) + 1;
      if (count > perMinute * times) return Math.ceil((endsAt - now) / 1_000);
      if (count > 1 || counts.size < callersMax) counts.set(key, count);
    }
    return null;
  };
}

/**
 * The limit of the public pages, for each of their reads: a page that is open asks a few times a
 * minute, and many people may share an address.
 */
export const publicReadsPerMinute = 120;
