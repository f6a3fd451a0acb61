// Writes a pulled statement as a file that the reconciliation reads like any other, with the
// mapping that fits it.

import { toDecimalString } from '@jokko/contract';
import type { StatementLine } from '@jokko/connectors/kit';
import type { Mapping } from '../reconciliation/index.ts';

const columns = [
  'our_reference',
  'provider_reference',
  'type',
  'direction',
  'amount',
  'fee',
  'currency',
  'status',
  'at',
  'party',
] as const;

/** Of `pulledHeading` and `pulledRow`. What was agreed on fees, and which routes share the account, is the operator's. */
export function pulledMapping(routes: string[], fees: Mapping['fees']): Mapping {
  return {
    columns: {
      ourReference: 'our_reference',
      providerReference: 'provider_reference',
      amount: 'amount',
      amountOut: null,
      fee: 'fee',
      currency: 'currency',
      time: 'at',
      status: 'status',
      direction: 'direction',
    },
    headingRow: 2,
    dayOrder: 'ymd',
    timeZone: 'UTC',
    decimal: '.',
    direction: 'column',
    currency: null,
    words: {
      in: ['in'],
      out: ['out'],
      success: ['succeeded'],
      failed: ['failed'],
      pending: [],
      reversed: ['reversed'],
    },
    fees,
    graceMinutes: 0,
    routes,
    isFetched: true,
  };
}

/** The first row names account and day, so that no two files have the same bytes. */
export const pulledHeading = (route: string, day: string): string =>
  `${cell(`${route} ${day}`)}\r\n${columns.join(',')}\r\n`;

export function pulledRow(line: StatementLine): string {
  const {
    ours = '',
    theirs,
    type,
    direction,
    amount,
    fee,
    currency,
    status,
    atMs,
    party = '',
  } = line;
  const at = new Date(atMs).toISOString();
  const cells = [
    ours,
    theirs,
    type,
    direction,
    money(amount),
    money(fee),
    currency,
    status,
    at,
    party,
  ];
  return `${cells.map(cell).join(',')}\r\n`;
}

const money = (amount: bigint): string => toDecimalString(amount);
const cell = (text: string): string =>
  /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
