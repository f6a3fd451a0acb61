// Keeps what a node knows of the breakers, so that an order needs no query, and lets the few
// through that show whether a route is back.

import type { Database } from '../../platform/db/database.ts';
import { environment } from '../../platform/environment.ts';
import type { MayTry } from '../catalogue/index.ts';
import type { Breaker } from './breaker.ts';
import { loadBreakers } from './store.ts';

/**
 * Each node lets one new operation through in this time to a route that is half open; without news
 * of the last one, after twice as long each time.
 */
const tryEveryMs = 2_000;
const tryEveryMsMax = 30_000;

export interface Breakers {
  /** By route; absent: it was never opened. */
  present(): ReadonlyMap<string, Breaker>;
  /** Those that are not closed. A new map whenever the breakers were read again. */
  notClosed(): ReadonlyMap<string, 'open' | 'half_open'>;
  refresh(): Promise<void>;
  mayTry: MayTry;
}

export async function keepBreakers(database: Database): Promise<Breakers> {
  let present = await loadBreakers(database);
  let notClosed = notClosedOf(present);
  const lastTries = new Map<string, Try>();
  return {
    present: () => present,
    notClosed: () => notClosed,
    async refresh() {
      present = await loadBreakers(database);
      notClosed = notClosedOf(present);
    },
    mayTry(route) {
      const breaker = present.get(route);
      if (breaker?.state !== 'half_open') return false;
      const next = nextTry(breaker, lastTries.get(route));
      if (next !== null) lastTries.set(route, next);
      return next !== null;
    },
  };
}

interface Try {
  /** Monotonic, ms. */
  at: number;
  /** Tries in a row without news. */
  inVain: number;
  news: string;
}

/** Null: it is too early for another one. */
function nextTry({ since, answered, lost }: Breaker, last: Try | undefined): Try | null {
  const at = environment.monotonic();
  const news = `${since.getTime()} ${answered} ${lost}`;
  if (last === undefined) return { at, inVain: 1, news };
  const inVain = last.news === news ? last.inVain : 0;
  const waitMs = Math.min(tryEveryMsMax, tryEveryMs * 2 ** Math.max(0, inVain - 1));
  return at - last.at < waitMs ? null : { at, inVain: inVain + 1, news };
}

const notClosedOf = (
  breakers: ReadonlyMap<string, Breaker>,
): ReadonlyMap<string, 'open' | 'half_open'> =>
  new Map(
    [...breakers.values()].flatMap(({ route, state }) =>
      state === 'closed' ? [] : [[route, state] as const],
    ),
  );
