// Reads the days and the currency for which a statement is requested.

import type { RouteQuery } from '@jokko/contract/portal';
import type { Database } from '../../platform/db/database.ts';
import { loadBalances, type StatementPeriod } from './index.ts';
import { refuseField, type Refused } from '../../platform/http/portal/refused.ts';

/** By currency; an account has few. */
export async function balancesOf(database: Database, accountId: number) {
  return (await loadBalances(database, [accountId])).toSorted((one, other) =>
    one.currency < other.currency ? -1 : 1,
  );
}

type Period = Pick<RouteQuery<'GET statement'>, 'currency' | 'from' | 'until'>;

export async function periodOf(
  database: Database,
  accountId: number,
  { currency, from, until }: Period,
): Promise<{ ok: true; value: StatementPeriod } | Refused> {
  const dates = {
    from: from === undefined ? null : new Date(from),
    until: until === undefined ? null : new Date(until),
  };
  for (const [field, date] of Object.entries(dates))
    if (date !== null && Number.isNaN(date.getTime())) return refuseField(field, 'notAllowed');
  const chosen = currency ?? (await balancesOf(database, accountId))[0]?.currency ?? 'XOF';
  return { ok: true, value: { accountId, currency: chosen, ...dates } };
}
