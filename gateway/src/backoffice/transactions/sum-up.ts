// Counts and sums the newest transactions that fit a list's filters. It reads as far as the list
// itself would, and at most a thousand of them, so that no filter makes it read a table.

import type { RouteResult } from '@jokko/contract/portal';
import type { Database } from '../../platform/db/database.ts';
import {
  listOperations,
  type ListedOperation,
  type ListFilter,
} from '../../payments/operations/index.ts';
import { statusOf, type Status } from './http-transaction-filter.ts';

type Sums = RouteResult<'GET operator/transactions/sums'>;

/** More than fit on twenty pages. */
const summedMax = 1_000;

export async function sumUp(
  database: Database,
  filter: ListFilter,
  max = summedMax,
): Promise<Sums> {
  const all = await listOperations(database, { ...filter, states: null }, null, max);
  const chosen = filter.states === null ? all : await listOperations(database, filter, null, max);
  return {
    counts: countsOf(all.items),
    more: all.next !== null,
    sums: sumsOf(chosen.items),
    sumsMore: chosen.next !== null,
  };
}

function countsOf(rows: readonly ListedOperation[]): Sums['counts'] {
  const counts = new Map<Status, number>();
  for (const { state } of rows) counts.set(statusOf[state], (counts.get(statusOf[state]) ?? 0) + 1);
  return [...counts].map(([status, count]) => ({ status, count }));
}

function sumsOf(rows: readonly ListedOperation[]): Sums['sums'] {
  const sums = new Map<string, { count: number; amount: bigint }>();
  for (const { currency, amount } of rows) {
    const sum = sums.get(currency) ?? { count: 0, amount: 0n };
    sums.set(currency, { count: sum.count + 1, amount: sum.amount + amount });
  }
  return [...sums]
    .map(([currency, sum]) => ({ currency, ...sum }))
    .toSorted((one, other) => (one.currency < other.currency ? -1 : 1));
}
