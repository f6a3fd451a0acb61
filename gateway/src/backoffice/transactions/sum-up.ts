// Counts and sums the newest transactions that fit a list's filters, as the portal shows them: at
// most a thousand, so that no filter makes it read a table.

import type { RouteResult } from '@jokko/contract/portal';
import type { Database } from '../../platform/db/database.ts';
import { sumOperations, type ListFilter, type StateSum } from '../../payments/operations/index.ts';
import { statusOf, type Status } from './http-transaction-filter.ts';

type Sums = RouteResult<'GET operator/transactions/sums'>;

/** More than fit on twenty pages. */
const summedMax = 1_000;

export async function sumUp(
  database: Database,
  filter: ListFilter,
  max = summedMax,
): Promise<Sums> {
  const { all, chosen } = await sumOperations(database, filter, max);
  return {
    counts: countsOf(all.sums),
    more: all.more,
    sums: sumsOf(chosen.sums),
    sumsMore: chosen.more,
  };
}

function countsOf(rows: readonly StateSum[]): Sums['counts'] {
  const counts = new Map<Status, number>();
  for (const { state, count } of rows)
    counts.set(statusOf[state], (counts.get(statusOf[state]) ?? 0) + count);
  return [...counts].map(([status, count]) => ({ status, count }));
}

function sumsOf(rows: readonly StateSum[]): Sums['sums'] {
  const sums = new Map<string, { count: number; amount: bigint }>();
  for (const { currency, count, amount } of rows) {
    const sum = sums.get(currency) ?? { count: 0, amount: 0n };
    sums.set(currency, { count: sum.count + count, amount: sum.amount + amount });
  }
  return [...sums]
    .map(([currency, sum]) => ({ currency, ...sum }))
    .toSorted((one, other) => (one.currency < other.currency ? -1 : 1));
}
