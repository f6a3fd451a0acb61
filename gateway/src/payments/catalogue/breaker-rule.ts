// The rule by which the breaker of a route opens, is tried and closes: its numbers, what is usual,
// and between which bounds an operator may set them. The rule itself is in payments/breakers.

/** All whole numbers. */
export interface BreakerRule {
  /**
   * So many exchanges with trouble at least, and this share of all, within the window or its last
   * minute, open it.
   */
  failuresToOpen: number;
  sharePercentToOpen: number;
  /**
   * How far back exchanges count; for as long after closing it is judged by what has happened
   * since.
   */
  windowSeconds: number;
  /** After this an open breaker is tried again; each further failure doubles it. */
  firstWaitSeconds: number;
  longestWaitSeconds: number;
  /** So many of those that wait for the route may be under way while it is tried. */
  triesAtOnce: number;
  /** So many answers close it, so many losses open it again. */
  answersToClose: number;
  lossesToOpen: number;
  /** So many, more than answers, open it again soon after it has closed. */
  lossesInRecovery: number;
}

export type BreakerRuleName = keyof BreakerRule;

interface Bounds {
  usual: number;
  least: number;
  most: number;
}

export const breakerRuleBounds: { readonly [name in BreakerRuleName]: Bounds } = {
  // One failure of one order is no outage.
  failuresToOpen: { usual: 5, least: 2, most: 1_000 },
  // Below a fifth a route is not even degraded.
  sharePercentToOpen: { usual: 80, least: 20, most: 100 },
  // Its last minute is judged in any case; what is older than five is not read.
  windowSeconds: { usual: 300, least: 60, most: 300 },
  firstWaitSeconds: { usual: 30, least: 5, most: 3_600 },
  longestWaitSeconds: { usual: 600, least: 5, most: 86_400 },
  // A provider that does not answer keeps each for up to a minute.
  triesAtOnce: { usual: 3, least: 1, most: 100 },
  answersToClose: { usual: 3, least: 1, most: 100 },
  // One lost answer happens on a good day; two of the few that are let through do not.
  lossesToOpen: { usual: 2, least: 1, most: 100 },
  lossesInRecovery: { usual: 5, least: 1, most: 1_000 },
};

export const breakerRuleNames = Object.keys(breakerRuleBounds) as BreakerRuleName[];

/**
 * What waits for a route is sent again, at what pace, and given up: also an operator's, beside its
 * rule.
 */
export const parkedBounds = {
  // Salaries and airtime of a day are worth sending on the same day.
  parkedHours: { usual: 24, least: 1, most: 168 },
  // A provider that has just come back is given less than it takes on a good day.
  parkedPerSecond: { usual: 5, least: 1, most: 1_000 },
} as const satisfies { readonly [name: string]: Bounds };

/** What an entry says, and otherwise what is usual. */
export const breakerRuleOf = (entry: Partial<BreakerRule> = {}): BreakerRule =>
  Object.fromEntries(
    breakerRuleNames.map((name) => [name, entry[name] ?? breakerRuleBounds[name].usual]),
  ) as unknown as BreakerRule;

export const usualBreakerRule: BreakerRule = breakerRuleOf();

/** The member that contradicts another one; null: none. */
export const breakerRuleFault = (entry: Partial<BreakerRule>): BreakerRuleName | null => {
  const { firstWaitSeconds, longestWaitSeconds } = breakerRuleOf(entry);
  return longestWaitSeconds < firstWaitSeconds ? 'longestWaitSeconds' : null;
};
