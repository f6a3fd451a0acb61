// Checks whether an account calls more often than its operator allows in a second, or in a minute.

export interface Rates {
  /** Counts `count` calls; true when there are then more than `most` in this second, or period. */
  over(account: string, most: number, count: number): boolean;
}

export function createRates(periodMs = 1_000): Rates {
  const rates = new Map<string, { period: number; count: number }>();
  return {
    over(account, most, count) {
      const period = Math.floor(performance.now() / periodMs);
      let rate = rates.get(account);
      if (rate === undefined) rates.set(account, (rate = { period, count: 0 }));
      if (rate.period !== period) {
        rate.period = period;
        rate.count = 0;
      }
      // What is refused does not count: a sender that is too fast still gets through as fast as it may.
      if (rate.count + count > most) return true;
      rate.count += count;
      return false;
    },
  };
}
