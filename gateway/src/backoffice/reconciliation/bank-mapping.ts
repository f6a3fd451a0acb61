// The mapping of a bank's statement: its columns are those by which it is told here, so that nobody
// chooses them. What was agreed on fees, and which routes share the account, stays the user's.

import { bankNumberText } from '@jokko/contract';
import type { Mapping } from './mapping.ts';

export type BankForm = 'camt' | 'mt940';

export const bankHeadingRow = 3;

/** In the order of a row's cells. */
export const bankColumns = {
  ourReference: 'our_reference',
  providerReference: 'bank_reference',
  direction: 'direction',
  amount: 'amount',
  fee: 'fee',
  currency: 'currency',
  status: 'status',
  time: 'booked',
  type: 'type',
  details: 'details',
} as const;

/** Whether a bank's message names this account of ours, however it groups the number. */
export const isOfBank = (said: string, { number }: { number: string }): boolean =>
  bankNumberText(said) === number;

/** The one of the party's files, the last one first; `account` null: it has had none. */
export function bankMapping(
  used: readonly Mapping[],
  { account, timeZone }: { account: string; timeZone: string },
): Mapping {
  const kept = used.find((mapping) => mapping.account !== undefined);
  const { type: _, details: __, ...columns } = bankColumns;
  return {
    columns: { ...columns, amountOut: null },
    headingRow: bankHeadingRow,
    dayOrder: 'ymd',
    timeZone: kept?.timeZone ?? timeZone,
    decimal: '.',
    direction: 'column',
    currency: null,
    words: {
      in: ['in'],
      out: ['out'],
      success: ['succeeded'],
      failed: [],
      pending: [],
      reversed: ['reversed'],
    },
    fees: kept?.fees ?? { in: null, out: null },
    graceMinutes: kept?.graceMinutes ?? 0,
    routes: kept?.routes ?? [],
    account: kept?.account ?? account,
  };
}
