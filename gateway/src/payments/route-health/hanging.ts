// What hangs at all providers, as the last round of health found it: one reading for the start
// page, the overview, the pages of routes and health, incidents and the metric.

import type { HealthOf } from './subject.ts';

export interface HangingOnRoute {
  route: string;
  currency: string;
  count: number;
  /** Ten-thousandths. */
  amount: bigint;
  oldestAt: Date;
  /** Payments of the last 60 minutes. */
  ofLastHour: number;
  /** Payments of the last 24 hours, by the hour in which they were opened. */
  hours: { at: number; count: number }[];
}

/** The oldest first. */
export const hangingOf = (all: readonly HealthOf[]): HangingOnRoute[] =>
  all
    .flatMap(({ subject: { kind, name }, figures: { hanging = [] } }) =>
      kind !== 'route'
        ? []
        : hanging.map(({ amount, oldestAt, ...each }) => ({
            route: name,
            ...each,
            amount: BigInt(amount),
            oldestAt: new Date(oldestAt),
          })),
    )
    .toSorted((one, other) => one.oldestAt.getTime() - other.oldestAt.getTime());

/** On one route, as its pages show it. */
export const hangingSumsOf = (health: HealthOf) =>
  hangingOf([health]).map(({ currency, count, amount, oldestAt }) => ({
    currency,
    count,
    amount,
    oldestAt,
  }));

/** The sums of all routes, in the order of the currencies. */
export function sumHanging(
  all: readonly HangingOnRoute[],
): { currency: string; count: number; amount: bigint }[] {
  const sums = new Map<string, { count: number; amount: bigint }>();
  for (const { currency, count, amount } of all) {
    const sum = sums.get(currency) ?? { count: 0, amount: 0n };
    sums.set(currency, { count: sum.count + count, amount: sum.amount + amount });
  }
  return [...sums]
    .map(([currency, sum]) => ({ currency, ...sum }))
    .toSorted((one, other) => (one.currency < other.currency ? -1 : 1));
}

/** From which age on operations are overdue, by route. */
export const overdueOf = (all: readonly HealthOf[]): { route: string; overdueMs: number }[] =>
  all.flatMap(({ subject: { kind, name }, figures: { overdueMs } }) =>
    kind === 'route' && overdueMs !== undefined ? [{ route: name, overdueMs }] : [],
  );

/**
 * A provider that is down, or that takes orders and tells no results: whatever its breaker is set
 * to.
 */
export const answersNothing = ({ subject, state, reasons }: HealthOf): boolean =>
  subject.kind === 'route' &&
  (state === 'down' ||
    (state === 'degraded' && (reasons.includes('unresolved') || reasons.includes('agedPending'))));
