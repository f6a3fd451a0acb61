// What do the lists of transactions keep in the address, and what does it ask of the gateway?

import { dayBounds, useLanguage } from '../../language/index.ts';
import { dayParam, filterParam, textParam, useSearch } from '../../router/index.ts';
import type { Status } from './status-badge.tsx';

export const statusNames = ['waiting', 'success', 'failed', 'canceled', 'refunding', 'refunded'] as const satisfies readonly Status[];

const fields = {
  q: textParam(),
  amount: textParam(),
  status: filterParam(statusNames),
  service: textParam(),
  account: textParam(),
  from: dayParam(),
  until: dayParam(),
  after: textParam(),
  open: textParam(),
};

/** The search parameters, how to change them, and the query of the routes (without `account`). */
export function useTransactionSearch() {
  const { timeZone } = useLanguage();
  const [search, change] = useSearch(fields);
  const { q, amount, status, service, from, until } = search;
  const filters = {
    ...{ q, amount, service },
    ...(status === '' ? {} : { status }),
    ...(from === '' ? {} : { from: dayBounds(from, timeZone).from }),
    ...(until === '' ? {} : { until: dayBounds(until, timeZone).until }),
  };
  /** Another filter begins at the start of the list. */
  const narrow = (next: Partial<typeof search>): void => change({ ...next, after: '' });
  return { search, change, narrow, filters };
}
export type TransactionSearch = ReturnType<typeof useTransactionSearch>;
