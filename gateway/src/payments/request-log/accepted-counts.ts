// Counts the requests of each account that were accepted and made no transaction, such as reads, by
// minute and endpoint. In this node's memory: a count costs no query, and none is kept for longer
// than an hour.

/** The counts of one endpoint, oldest minute first. */
export interface AcceptedCounts {
  /** Since when this node counts, or an hour ago. */
  since: Date;
  /** The beginning of each minute, ms since 1970. */
  minutes: number[];
  endpoints: { endpoint: string; counts: number[] }[];
}

export interface AcceptedCounter {
  /** `endpoint`: method and path pattern. Never fails and never waits. */
  count(accountId: number, endpoint: string): void;
  read(accountId: number): AcceptedCounts;
}

const minuteMs = 60_000;
const minutesKept = 60;
/** Some MB; the account that was silent for longest is forgotten first. */
const accountsMax = 5_000;

/** `now` in ms since 1970. */
export function createAcceptedCounter(now: () => number): AcceptedCounter {
  const minuteNow = (): number => Math.floor(now() / minuteMs);
  const firstMinute = minuteNow();
  /** By account and endpoint: a ring of the last minutes. */
  const accounts = new Map<number, Map<string, Ring>>();
  return {
    count(accountId, endpoint) {
      const endpoints = accounts.get(accountId) ?? new Map<string, Ring>();
      accounts.delete(accountId);
      accounts.set(accountId, endpoints);
      if (accounts.size > accountsMax) accounts.delete(accounts.keys().next().value!);
      const ring = endpoints.get(endpoint) ?? { newest: minuteNow(), counts: emptyRing() };
      endpoints.set(endpoint, ring);
      advance(ring, minuteNow());
      ring.counts[ring.newest % minutesKept]! += 1;
    },
    read(accountId) {
      const newest = minuteNow();
      const oldest = Math.max(firstMinute, newest - minutesKept + 1);
      const minutes = Array.from({ length: newest - oldest + 1 }, (_, place) => oldest + place);
      const endpoints = [...(accounts.get(accountId) ?? [])].flatMap(([endpoint, ring]) => {
        advance(ring, newest);
        const counts = minutes.map((minute) => ring.counts[minute % minutesKept]!);
        return counts.some((count) => count > 0) ? [{ endpoint, counts }] : [];
      });
      return {
        since: new Date(oldest * minuteMs),
        minutes: minutes.map((minute) => minute * minuteMs),
        endpoints: endpoints.toSorted((one, other) => (one.endpoint < other.endpoint ? -1 : 1)),
      };
    },
  };
}

interface Ring {
  /** The last minute that it holds. */
  newest: number;
  counts: number[];
}

const emptyRing = (): number[] => new Array<number>(minutesKept).fill(0);

/**
 * Minutes that have passed since then hold nothing. A clock that was set back counts on in the
 * newest.
 */
function advance(ring: Ring, minute: number): void {
  const passed = Math.min(minute - ring.newest, minutesKept);
  for (let back = 0; back < passed; back += 1) ring.counts[(minute - back) % minutesKept] = 0;
  ring.newest = Math.max(ring.newest, minute);
}
