// Reads a row of a statement into a line with exact amounts; what cannot be read is kept as such
// and never guessed.

import { absolute, decimalsKept, parseAmount } from '@jokko/contract';
import {
  isCutNumber,
  isNameOf,
  isUncalculated,
  saysNothing,
  splitAmount,
  type StreamedRow,
} from '../../platform/spreadsheet/index.ts';
import { parseAttemptReference } from '../../payments/operations/index.ts';
import { agreedFee, mappedColumns, type MappedColumn, type Mapping } from './mapping.ts';
import { plainWords } from './plain-words.ts';
import { timeReader } from './read-time.ts';

export type LineStatus = 'success' | 'failed' | 'pending' | 'reversed';

export interface StatementLine {
  /** The number of the row in the file. */
  number: number;
  ourReference: string | null;
  providerReference: string | null;
  direction: 'in' | 'out' | null;
  /** Ten-thousandths, without sign. */
  amount: bigint | null;
  fee: bigint | null;
  feeAgreed: bigint | null;
  currency: string | null;
  at: Date | null;
  status: LineStatus | null;
  /** `column: text` of what could not be read; null: everything could. */
  problem: string | null;
  /** What our reference names, whether or not there is such an attempt. */
  said: { operationId: string; attempt: number | null } | null;
}

const referenceCharactersMax = 200;
const shownCharacters = 60;

/** Reads the rows below the headings of one file, and single cells of them. */
export interface ReadsLines {
  /** Null: the row carries no line at all. */
  read(row: StreamedRow): StatementLine | null;
  has(column: MappedColumn): boolean;
  /** '' where the file has no such column, or the cell says nothing. */
  cell(row: StreamedRow, column: MappedColumn): string;
  columnAt(index: number): MappedColumn | null;
  /** The currency is the row's, where it is not told. */
  money(row: StreamedRow, column: MappedColumn, currency?: string | null): bigint | null;
  currency(row: StreamedRow): string | null;
  isDated(row: StreamedRow): boolean;
}

/**
 * A reader for rows below the headings, or the column that the headings do not have. In CSV nothing
 * may stand beyond the headings: a separator within an amount, `1500,50`, moves the cells behind
 * it.
 */
export function lineReader(
  mapping: Mapping,
  headings: readonly string[],
  form: 'csv' | 'xlsx' = 'csv',
): ({ ok: true } & ReadsLines) | { ok: false; missing: string } {
  const index = new Map<MappedColumn, number>();
  for (const column of mappedColumns) {
    const name = mapping.columns[column] ?? null;
    if (name === null) continue;
    const at = headings.findIndex(
      (heading) => heading.trim().toLowerCase() === name.trim().toLowerCase(),
    );
    if (at < 0) return { ok: false, missing: name };
    index.set(column, at);
  }
  const readTime = timeReader(mapping);
  const width = form === 'csv' ? headings.length : Infinity;
  const words = Object.fromEntries(
    Object.entries(mapping.words).map(([name, list]) => [name, new Set(list.map(bareWord))]),
  ) as { [name in keyof Mapping['words']]: Set<string> };
  const reading = { mapping, index, readTime, words, width };
  return {
    ok: true,
    read: (row) => readLine(reading, row),
    has: (column) => index.has(column),
    cell: (row, column) => cellOf(reading, row, column),
    columnAt: (place) => [...index].find(([, at]) => at === place)?.[0] ?? null,
    money: (row, column, currency) =>
      moneyOf(reading, row, column, currency ?? currencyOf(reading, row)),
    currency: (row) => currencyOf(reading, row),
    isDated: (row) => index.has('time') && readsTime(reading, row).ok,
  };
}

interface Reading {
  mapping: Mapping;
  index: ReadonlyMap<MappedColumn, number>;
  readTime: ReturnType<typeof timeReader>;
  words: { [name in keyof Mapping['words']]: Set<string> };
  /** So many cells have a heading. */
  width: number;
}

/** A row that fills one of them is a line, or cannot be read; none is left out. */
const references = ['ourReference', 'providerReference'] as const;
const sayingMoney: readonly MappedColumn[] = [...references, 'amount', 'amountOut', 'fee'];

/** A database stores neither zero bytes nor halves of characters. */
function cellOf({ index }: Reading, row: StreamedRow, column: MappedColumn): string {
  const at = index.get(column);
  const cell = at === undefined ? '' : (row.cells[at] ?? '');
  return saysNothing(cell) ? '' : cell.toWellFormed().replaceAll('\0', '').trim();
}

const currencyOf = (reading: Reading, row: StreamedRow): string | null =>
  readCurrency(cellOf(reading, row, 'currency')) ?? reading.mapping.currency;

const moneyOf = (
  reading: Reading,
  row: StreamedRow,
  column: MappedColumn,
  currency: string | null,
): bigint | null =>
  readMoney(cellOf(reading, row, column), {
    decimal: reading.mapping.decimal,
    currency,
    isNumber:
      reading.mapping.isFetched === true ||
      reading.mapping.account !== undefined ||
      row.numbers.has(reading.index.get(column)!),
  });

const readsTime = (reading: Reading, row: StreamedRow) =>
  reading.readTime(cellOf(reading, row, 'time'), serialOf(row, reading.index.get('time')!));

function readLine(reading: Reading, row: StreamedRow): StatementLine | null {
  const { mapping, index } = reading;
  const text = (column: MappedColumn): string => cellOf(reading, row, column);
  // A page's head or foot: neither a reference nor money. What has both a time and a status is a
  // payment, and its money is not told.
  const isPayment = text('time') !== '' && text('status') !== '';
  if (!isPayment && sayingMoney.every((column) => text(column) === '')) return null;
  let problem = beyondHeadings(reading, row);
  const note = (column: MappedColumn): null => {
    problem ??= `${column}: ${cut(text(column), shownCharacters)}`;
    return null;
  };
  for (const column of index.keys()) if (isUncalculated(text(column))) note(column);
  for (const column of references) if (isCutNumber(text(column))) note(column);
  const currency = currencyOf(reading, row);
  const money = (column: MappedColumn): bigint | null => moneyOf(reading, row, column, currency);
  const moved = movedOf(reading, text, money);
  if ('wrong' in moved) note(moved.wrong);
  const amount = 'wrong' in moved ? null : moved.amount;
  const direction = 'wrong' in moved ? null : moved.direction;
  const fee = index.has('fee') ? feeOf(mapping, text('fee') === '' ? 0n : money('fee')) : null;
  if (index.has('fee') && fee === null) note('fee');
  if (currency === null) note('currency');
  const time = index.has('time') ? readsTime(reading, row) : null;
  if (time !== null && !time.ok) note('time');
  const status = statusOf(reading, text('status')) ?? note('status');
  const ourReference = cut(text('ourReference'), referenceCharactersMax) || null;
  const isWhole = problem === null && amount !== null && direction !== null && currency !== null;
  return {
    number: row.line,
    ourReference,
    providerReference: cut(text('providerReference'), referenceCharactersMax) || null,
    direction,
    amount,
    fee,
    currency,
    status,
    problem,
    feeAgreed: isWhole && index.has('fee') ? agreedFee(mapping, direction, amount, currency) : null,
    at: time?.ok === true ? time.at : null,
    said: ourReference === null ? null : saidBy(ourReference),
  };
}

function beyondHeadings({ width }: Reading, { cells }: StreamedRow): string | null {
  const beyond = cells.slice(width).find((cell) => cell !== '');
  return beyond === undefined ? null : `more cells than headings: ${cut(beyond, shownCharacters)}`;
}

/**
 * The day from which a workbook counts, where the cell is a bare number of one; null: it is none.
 */
const serialOf = ({ numbers, firstDay }: StreamedRow, column: number): number | null =>
  firstDay !== undefined && numbers.has(column) ? firstDay : null;

/** Not through the middle of a character: no database stores its half. */
const cut = (text: string, length: number): string => text.slice(0, length).toWellFormed();

/**
 * A minus says that it was taken where amounts have signs, too; elsewhere it was given back, which
 * is no fee.
 */
const feeOf = ({ direction }: Mapping, fee: bigint | null): bigint | null =>
  fee === null || fee >= 0n ? fee : direction === 'sign' ? -fee : null;

type Moved = { amount: bigint; direction: 'in' | 'out' } | { wrong: MappedColumn };

function movedOf(
  { mapping, words }: Reading,
  text: (column: MappedColumn) => string,
  money: (column: MappedColumn) => bigint | null,
): Moved {
  if (mapping.direction === 'columns') return ofTwoColumns(text, money);
  const signed = money('amount');
  if (signed === null) return { wrong: 'amount' };
  const amount = absolute(signed);
  // A minus says that it went out: where the line says that it came in, one of both is wrong.
  const named = (direction: 'in' | 'out'): Moved =>
    direction === 'in' && signed < 0n ? { wrong: 'amount' } : { amount, direction };
  switch (mapping.direction) {
    case 'in':
    case 'out':
      return named(mapping.direction);
    case 'sign':
      return { amount, direction: signed < 0n ? 'out' : 'in' };
    case 'reversed-sign':
      return { amount, direction: signed < 0n ? 'in' : 'out' };
    case 'column': {
      const word = bareWord(text('direction'));
      return words.in.has(word)
        ? named('in')
        : words.out.has(word)
          ? named('out')
          : { wrong: 'direction' };
    }
  }
}

/** One of both is empty or zero, and not both are empty. */
function ofTwoColumns(
  text: (column: MappedColumn) => string,
  money: (column: MappedColumn) => bigint | null,
): Moved {
  if (text('amount') === '' && text('amountOut') === '') return { wrong: 'amount' };
  const read = (column: MappedColumn): bigint | null => (text(column) === '' ? 0n : money(column));
  const [came, went] = [read('amount'), read('amountOut')];
  if (came === null || came < 0n) return { wrong: 'amount' };
  if (went === null || (came !== 0n && went !== 0n)) return { wrong: 'amountOut' };
  return went === 0n
    ? { amount: came, direction: 'in' }
    : { amount: absolute(went), direction: 'out' };
}

function statusOf({ index, words }: Reading, text: string): LineStatus | null {
  if (!index.has('status')) return 'success';
  const word = bareWord(text);
  return (
    (['success', 'failed', 'pending', 'reversed'] as const).find((status) =>
      words[status].has(word),
    ) ?? null
  );
}

/** Without its spaces: one that is not seen may have parted two words. */
const bareWord = (word: string): string => plainWords(word).replaceAll(' ', '');

interface MoneyForm {
  decimal: '.' | ',';
  /**
   * The currency of the line: no other one may stand beside the amount. Null: not known, and none
   * may.
   */
  currency: string | null;
  /** True for a number of a spreadsheet, or one written by us: it always has a point. */
  isNumber: boolean;
}

/** Groups are of three digits, and what divides them is one and the same. */
const figures = {
  '.': /^(?:\d+|\d{1,3}([ ',])\d{3}(?:\1\d{3})*)(\.\d+)?$/,
  ',': /^(?:\d+|\d{1,3}([ '.])\d{3}(?:\1\d{3})*)(,\d+)?$/,
};

/**
 * `1.500` is one thousand five hundred to one bank, and one and a half to another. No currency here
 * has three decimals.
 */
const isAmbiguous = (text: string, sign: string): boolean =>
  text.includes(sign) && /^[1-9]\d{0,2}[.,]\d{3}$/.test(text);

/**
 * `1 500,25`, `1.500,25`, `(1,500.25)`, `1500-`, `XOF 1 500`; a sign at an end or two brackets,
 * once, and no currency but the line's. Null: no amount.
 */
export function readMoney(text: string, { decimal, currency, isNumber }: MoneyForm): bigint | null {
  const split = splitAmount(text);
  const sign = isNumber ? '.' : decimal;
  if (split === null || !figures[sign].test(split.figures)) return null;
  if (!isNumber && isAmbiguous(split.figures, sign)) return null;
  if (split.currency !== null && (currency === null || !isNameOf(currency, split.currency)))
    return null;
  const plain =
    sign === ','
      ? split.figures.replaceAll(/[ '.]/g, '').replace(',', '.')
      : split.figures.replaceAll(/[ ',]/g, '');
  const amount = parseAmount(plain, decimalsKept);
  return amount === null || !split.isNegative ? amount : -amount;
}

function readCurrency(text: string): string | null {
  const code = text.toUpperCase();
  if (/^(F ?)?CFA$/.test(code)) return null;
  return /^[A-Z]{3}$/.test(code) ? code : null;
}

/** Our reference of an attempt, or the transaction id that clients see. */
export function saidBy(reference: string): StatementLine['said'] {
  const key = parseAttemptReference(reference);
  if (key !== null) return { operationId: key.transactionId, attempt: key.number };
  const id = /^T?([1-9]\d{12,15})$/.exec(reference)?.[1];
  return id === undefined || BigInt(id) >= 2n ** 53n ? null : { operationId: id, attempt: null };
}
