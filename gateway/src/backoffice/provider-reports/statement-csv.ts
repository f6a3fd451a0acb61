// Writes a pulled statement as a file that the reconciliation reads like any other, with the
// mapping that fits it.

import { toDecimalString } from '@jokko/contract';
import type { StatedBalance, StatementLine } from '@jokko/connectors/kit';
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

/**
 * The mapping of `pulledHeading` and `pulledRow`. What was agreed on fees, and which routes share
 * the account, is the operator's.
 */
export function pulledMapping({
  routes,
  fees,
  utcOffsetMinutes,
}: {
  routes: string[];
  fees: Mapping['fees'];
  utcOffsetMinutes: number;
}): Mapping {
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
    timeZone: zoneOf(utcOffsetMinutes),
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

/**
 * By name, whose sign is that of the way back to UTC. There is none for parts of an hour: then days
 * are compared by UTC.
 */
function zoneOf(utcOffsetMinutes: number): string {
  const hours = utcOffsetMinutes / 60;
  if (hours === 0 || !Number.isInteger(hours)) return 'UTC';
  return `Etc/GMT${hours > 0 ? '-' : '+'}${Math.abs(hours)}`;
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

/**
 * A foot without reference and amount, which is no line: the same rows with other balances are
 * another statement.
 */
export function pulledFoot(balances: readonly StatedBalance[]): string {
  if (balances.length === 0) return '';
  const said = balances.map(({ currency, opening, closing }) =>
    [currency, opening, closing]
      .map((each) => (typeof each === 'bigint' ? money(each) : (each ?? '-')))
      .join(' '),
  );
  return `${','.repeat(columns.length - 1)}${cell(`balances ${said.join('; ')}`)}\r\n`;
}

const money = (amount: bigint): string => toDecimalString(amount);
const cell = (text: string): string =>
  /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
