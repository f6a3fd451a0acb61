// Validates and reads the column mapping of a provider's statement. One mapping for each route,
// stored with it; impossible values are rejected by field.

import { decimalsOf, parseAmount } from '@jokko/contract';

/**
 * What a statement can say about a line. `amountOut`: the second of two columns, one for each
 * direction. `balance`: what the account holds after it.
 */
export const mappedColumns = [
  'ourReference',
  'providerReference',
  'amount',
  'amountOut',
  'fee',
  'currency',
  'time',
  'status',
  'direction',
  'balance',
] as const;
export type MappedColumn = (typeof mappedColumns)[number];

/**
 * Where the direction of a line's money stands. `sign`: above zero came to us. `columns`: money in
 * and money out have columns of their own.
 */
type DirectionRule = 'sign' | 'reversed-sign' | 'column' | 'columns' | 'in' | 'out';

/**
 * A provider's price: percent of the amount and a fixed part, in units of the currency, rounded to
 * its decimals.
 */
export interface AgreedFee {
  percent: string;
  fixed: string;
}

export interface Mapping {
  /** Names of columns as the heading writes them; null: the statement has none. */
  columns: { readonly [column in Exclude<MappedColumn, 'balance'>]: string | null } & {
    /** Mappings that were kept before this column was read do not have it. */
    readonly balance?: string | null;
  };
  /** Number of the row that holds the headings, as a spreadsheet shows it. */
  headingRow: number;
  /**
   * The order of dates whose year stands last: `mdy` as in America; else day, month, year. With
   * `ymd` a year has four figures.
   */
  dayOrder: 'ymd' | 'dmy' | 'mdy';
  /** IANA name, for times without a zone. */
  timeZone: string;
  decimal: '.' | ',';
  direction: DirectionRule;
  /** Words of the columns, compared without case. */
  words: {
    in: string[];
    out: string[];
    success: string[];
    failed: string[];
    pending: string[];
    reversed: string[];
  };
  /** The currency of lines that name none. */
  currency: string | null;
  /** What the provider takes for money that comes and that goes; null: fees are not checked. */
  fees: { in: AgreedFee | null; out: AgreedFee | null };
  /** What we booked in the last minutes of the period may stand in the next file. */
  graceMinutes: number;
  /** Routes that share the provider's account beside the one of the file. */
  routes: string[];
  /**
   * Fetched from the provider: without lines it says that nothing happened, and the fees that it
   * alone tells are booked. Absent: a user's file.
   */
  isFetched?: true;
  /**
   * In a bank's message: the account that the route leads to, as the bank writes it. Absent: a
   * table.
   */
  account?: string;
}

const wordsMax = 20;
const namesCharactersMax = 100;
const graceMinutesMax = 1_440;
const routesMax = 50;

/** The fields that are wrong, dotted; none: it can be used. */
export function mappingFaults(mapping: Mapping): string[] {
  const { columns, direction, fees } = mapping;
  const faults: string[] = [];
  const wrong = (field: string, is: boolean): void => {
    if (is) faults.push(field);
  };
  wrong('columns.amount', columns.amount === null);
  wrong(
    'columns.ourReference',
    columns.ourReference === null && columns.providerReference === null,
  );
  wrong('columns.currency', columns.currency === null && mapping.currency === null);
  wrong('columns.amountOut', (direction === 'columns') !== (columns.amountOut !== null));
  wrong('columns.direction', direction === 'column' && columns.direction === null);
  wrong(
    'words.in',
    direction === 'column' && mapping.words.in.length + mapping.words.out.length === 0,
  );
  wrong('words.success', columns.status !== null && mapping.words.success.length === 0);
  wrong('timeZone', !isTimeZone(mapping.timeZone));
  wrong('headingRow', mapping.headingRow < 1 || mapping.headingRow > 1_000);
  wrong('graceMinutes', mapping.graceMinutes < 0 || mapping.graceMinutes > graceMinutesMax);
  wrong('routes', mapping.routes.length > routesMax);
  for (const [name, list] of Object.entries(mapping.words))
    wrong(
      `words.${name}`,
      list.length > wordsMax ||
        list.some((word) => word.trim() === '' || word.length > namesCharactersMax),
    );
  for (const [side, fee] of Object.entries(fees))
    wrong(
      `fees.${side}`,
      fee !== null &&
        ([fee.percent, fee.fixed].some((text) => (parseAmount(text, 4) ?? -1n) < 0n) ||
          isAboveHundred(fee)),
    );
  return faults;
}

/**
 * By name alone: of a bare distance such as `+05:00` the database believes the opposite of what is
 * meant.
 */
function isTimeZone(name: string): boolean {
  if (!/^[a-z]/i.test(name)) return false;
  try {
    new Intl.DateTimeFormat('en', { timeZone: name }).format();
    return true;
  } catch {
    return false;
  }
}

const hundredPercent = 1_000_000n;

/** No provider takes more than it moves. */
export const isAboveHundred = ({ percent }: AgreedFee): boolean =>
  (parseAmount(percent, 4) ?? 0n) > hundredPercent;

/**
 * Ten-thousandths, rounded half up to the currency's decimals; null: fees of this direction are not
 * checked.
 */
export function agreedFee(
  mapping: Mapping,
  direction: 'in' | 'out',
  amount: bigint,
  currency: string,
): bigint | null {
  const fee = mapping.fees[direction];
  return fee === null ? null : feeOn(fee, amount, currency);
}

/** Ten-thousandths, rounded half up to the currency's decimals. */
export function feeOn(fee: AgreedFee, amount: bigint, currency: string): bigint {
  const step = 10n ** BigInt(4 - decimalsOf(currency));
  // These are ten-thousandths of ten-thousandths, so that nothing is lost before the rounding.
  const exact =
    (amount * (parseAmount(fee.percent, 4) ?? 0n)) / hundredPercent +
    (parseAmount(fee.fixed, 4) ?? 0n);
  return ((exact + step / 2n) / step) * step;
}
