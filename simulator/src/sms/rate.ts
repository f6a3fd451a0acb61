// Checks whether an account calls more often than its operator allows in a second, or in a minute.

export interface Rates {
  /** Counts `count` calls; true when there are then more than `most` in this second, or period. */
  over(account: string, most: number, count: number): boolean;
}

/**
 * A period begins with the first call after the last one, so that what is sent within one is too
 * much at whatever time of the clock it is sent.
 */
export function createRates(periodMs = 1_000, nowMs = () => performance.now()): Rates {
  const rates = new Map<string, { sinceMs: number; count: number }>();
  return {
    over(account, most, count) {
      const now = nowMs();
      let rate = rates.get(account);
      if (rate === undefined || now - rate.sinceMs >= periodMs)
        rates.set(account, (rate = { sinceMs: now, count: 0 }));
      // What is refused does not count: a sender that is too fast still gets through as fast as it
      // may.
      if (rate.count + count > most) return true;
      rate.count += count;
      return false;
    },
  };
}
