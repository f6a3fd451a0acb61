// Checks whether an account submits more than its operator allows in a second.

export interface Rates {
  /** Counts `count` submissions; true when there are then more than `most` in this second. */
  over(account: string, most: number, count: number): boolean;
}

export function createRates(): Rates {
  const rates = new Map<string, { second: number; count: number }>();
  return {
    over(account, most, count) {
      const second = Math.floor(performance.now() / 1000);
      let rate = rates.get(account);
      if (rate === undefined) rates.set(account, (rate = { second, count: 0 }));
      if (rate.second !== second) {
        rate.second = second;
        rate.count = 0;
      }
      // What is refused does not count: a sender that is too fast still gets through as fast as it may.
      if (rate.count + count > most) return true;
      rate.count += count;
      return false;
    },
  };
}
