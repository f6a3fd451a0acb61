// Reads a statement row by row: what stands above its headings, its lines, its totals, and the
// balances that it states.

import { absolute, toDecimalString } from '@jokko/contract';
import { saysNothing, type StreamedRow } from '../../platform/spreadsheet/index.ts';
import { createBalanceColumn } from './balance-column.ts';
import type { MappedColumn, Mapping } from './mapping.ts';
import { lineReader, readMoney, type ReadsLines, type StatementLine } from './read-line.ts';
import { createFeeRows, feeIn } from './fee-rows.ts';
import { createReversals, saysTakenBack, type Changed, type Taken } from './reversal-rows.ts';
import {
  balanceNamed,
  behindName,
  createSums,
  saysTotal,
  type Summed,
  type SumName,
} from './summary-rows.ts';

/** In ten-thousandths, as the file states them. `counted`: what the opening and the rows make. */
export interface FoundBalances {
  currency: string;
  opening: bigint | null;
  closing: bigint | null;
  counted: bigint | null;
}

/** The file has no column of this name. */
export class MissingColumn extends Error {}

export interface StatementReader {
  /** Null: the row says nothing. Throws `MissingColumn` at the headings. */
  read(row: StreamedRow): Taken | null;
  /** Once all rows were shown: lines of those that waited for another one. */
  left(): StatementLine[];
  /**
   * The balances of the rows that were read. Null: none is stated, or it cannot be told of which
   * currency.
   */
  balances(): FoundBalances | null;
}

/** A balance is kept as it is written until the lines have told the currency. */
interface StatedBalance {
  text: string;
  isNumber: boolean;
}

interface StatedBalances {
  opening: StatedBalance | null;
  closing: StatedBalance | null;
}

type BalanceColumn = ReturnType<typeof createBalanceColumn>;

/** Its rows are shown to it from the first one on, in order. */
export function statementReader(mapping: Mapping, form: 'csv' | 'xlsx'): StatementReader {
  let lines: ReadsLines | null = null;
  const sums = new Map<string, ReturnType<typeof createSums>>();
  const column = createBalanceColumn();
  const stated: StatedBalances = { opening: null, closing: null };
  function note(row: StreamedRow): boolean {
    if (mapping.account !== undefined) return noteBank(row.cells, stated);
    const found = balanceOf(row, lines, mapping);
    if (found === null) return false;
    // The pages each say what they begin and end with.
    if (found.which === 'closing' || stated.opening === null) stated[found.which] = found;
    return true;
  }
  function add(row: StreamedRow, line: StatementLine): void {
    const summed = summedOf(line);
    if (summed === null) return;
    const sum = sums.get(line.currency!) ?? createSums();
    sums.set(line.currency!, sum);
    sum.add(summed);
    const balance = lines!.has('balance') ? lines!.money(row, 'balance') : null;
    if (balance !== null) column.add({ balance, move: moveOf(summed) });
  }
  const related = createRelated(mapping);
  function readBelow(row: StreamedRow, below: ReadsLines): Taken | null {
    const isOurs = mapping.isFetched === true;
    const isTable = !isOurs && mapping.account === undefined;
    if (isTable && namesNoPayment(row, below)) {
      if (note(row)) return null;
      const told = totalOf(row, below, sums, mapping);
      if (told !== 'no total') return asRead(told);
    }
    const line = below.read(row);
    if (line === null || isOurs) return asRead(line);
    const { taken, counted } = related.take(row, line, below);
    add(row, counted);
    if (taken.earlier !== null) changeSums(sums, taken.earlier);
    return taken;
  }
  return {
    read(row) {
      if (row.line < mapping.headingRow) {
        if (mapping.isFetched !== true) note(row);
        return null;
      }
      if (lines !== null) return readBelow(row, lines);
      if (row.line > mapping.headingRow) throw new MissingColumn(mapping.columns.amount ?? '');
      const reader = lineReader(mapping, row.cells, form);
      if (!reader.ok) throw new MissingColumn(reader.missing);
      lines = reader;
      return null;
    },
    left: related.left,
    balances: () => foundBalances(mapping, sums, { stated, ends: column.ends() }),
  };
}

/** `opening`, amount, `closing`, amount: as a bank's message is told. */
function noteBank(cells: readonly string[], stated: StatedBalances): boolean {
  const [opening, first = '', , last = ''] = cells;
  if (opening !== 'opening') return false;
  const toldAs = (text: string) => (text === '' ? null : { text, isNumber: true });
  stated.opening = toldAs(first);
  stated.closing = toldAs(last);
  return true;
}

/** What a line adds to the sums; null: it cannot be read. */
function summedOf(line: StatementLine): Summed | null {
  const { amount, direction, currency, status, fee, problem } = line;
  if (problem !== null || amount === null || direction === null || currency === null) return null;
  return {
    amount,
    direction,
    fee: fee ?? 0n,
    moved: status === 'success' || status === 'reversed',
  };
}

const moveOf = ({ amount, direction, fee, moved }: Summed): bigint =>
  moved ? (direction === 'in' ? amount : -amount) - fee : 0n;

/**
 * A row that could be read was counted as it stood. Fees that are added to it have rows of their
 * own, which count.
 */
function changeSums(
  sums: ReadonlyMap<string, ReturnType<typeof createSums>>,
  { was, is }: Changed,
): void {
  const before = summedOf(was)!;
  sums.get(is.currency!)?.change(before, { ...summedOf(is)!, fee: before.fee });
}

/** Several rows may be about one payment: what takes it back, and its fees. */
function createRelated(mapping: Mapping) {
  const reversals = createReversals();
  const fees = createFeeRows(mapping, reversals);
  return {
    left: fees.left,
    /** `counted`: what the row adds to the sums of the file. */
    take(
      row: StreamedRow,
      line: StatementLine,
      below: ReadsLines,
    ): { taken: Taken; counted: StatementLine } {
      const fee = feeIn(row.cells, line, below.money(row, 'amount', line.currency));
      if (fee !== null)
        return { taken: { line: null, earlier: fees.tie(fee, line) }, counted: fee };
      const isTakenBack = line.status === 'failed' && saysTakenBack(below.cell(row, 'status'));
      const taken = reversals.take(fees.withWaiting(line), isTakenBack);
      // The fees that it has from rows of their own are counted with these.
      return { taken, counted: { ...(taken.line ?? line), fee: line.fee } };
    },
  };
}

/** What the rows name counts before what a column of balances begins and ends with. */
function foundBalances(
  { decimal, currency: usual }: Mapping,
  sums: ReadonlyMap<string, ReturnType<typeof createSums>>,
  { stated, ends }: { stated: StatedBalances; ends: ReturnType<BalanceColumn['ends']> },
): FoundBalances | null {
  const currency = sums.size > 1 ? null : ([...sums.keys()][0] ?? usual);
  if (currency === null) return null;
  const read = (one: StatedBalance | null): bigint | null =>
    one === null ? null : readMoney(one.text, { decimal, currency, isNumber: one.isNumber });
  const opening = read(stated.opening) ?? ends?.opening ?? null;
  const closing = read(stated.closing) ?? ends?.closing ?? null;
  if (opening === null && closing === null) return null;
  const { net, fee } = sums.get(currency)?.moved ?? { net: 0n, fee: 0n };
  return { currency, opening, closing, counted: opening === null ? null : opening + net - fee };
}

/** Neither reference names a payment: they are empty, or hold the label of the row. */
function namesNoPayment(row: StreamedRow, { cell }: ReadsLines): boolean {
  return (['ourReference', 'providerReference'] as const).every((column) => {
    const text = cell(row, column);
    return text === '' || saysTotal(text) || balanceNamed(text) !== null;
  });
}

/**
 * The balance that a row states, in the cell that names it or in the one other cell that holds an
 * amount.
 */
function balanceOf(
  { cells, numbers }: StreamedRow,
  lines: ReadsLines | null,
  { decimal, currency }: Mapping,
): ({ which: 'opening' | 'closing' } & StatedBalance) | null {
  const place = cells.findIndex((cell) => balanceNamed(cell) !== null);
  const which = place < 0 ? null : balanceNamed(cells[place]!);
  if (which === null) return null;
  const told = behindName(cells[place]!);
  const looksLike = (text: string, isNumber: boolean): boolean =>
    /\d/.test(text) &&
    (readMoney(text, { decimal, currency: currency ?? 'XOF', isNumber }) ?? 0n) !== 0n;
  if (looksLike(told, false)) return { which, text: told, isNumber: false };
  const amounts = cells.flatMap((text, index) =>
    index !== place && !saysNothing(text) && looksLike(text, numbers.has(index))
      ? { text, isNumber: numbers.has(index), index }
      : [],
  );
  // A balance among the debits is one that we owe, or one that the bank does: nobody can tell.
  const [only] = amounts.filter(({ index }) => lines?.columnAt(index) !== 'amountOut');
  return amounts.length === 1 && only !== undefined ? { which, ...only } : null;
}

const asRead = (line: StatementLine | null): Taken | null =>
  line === null ? null : { line, earlier: null };

/** A line only where the total is another one than the rows make: it says both. */
function totalOf(
  row: StreamedRow,
  below: ReadsLines,
  sums: ReadonlyMap<string, ReturnType<typeof createSums>>,
  mapping: Mapping,
): StatementLine | null | 'no total' {
  const isNamed = row.cells.some(saysTotal);
  const isDated = below.isDated(row);
  if (!isNamed && isDated) return 'no total';
  const currency = below.currency(row) ?? (sums.size === 1 ? [...sums.keys()][0]! : null);
  const sum = currency === null ? undefined : sums.get(currency);
  const columns = summedColumns(mapping).filter(([column]) => below.cell(row, column) !== '');
  if (isNamed && columns.length === 0) return null;
  if (sum === undefined || columns.length === 0) return 'no total';
  const compared = columns.map(([column, names]) => {
    const said = below.money(row, column, currency);
    return { column, said, counted: said === null ? null : sum.nearest(said, names) };
  });
  const wrong = compared.find(({ said, counted }) => said === null || absolute(said) !== counted);
  // Only rows that name themselves totals are ones that may be wrong.
  if (wrong !== undefined && (!isNamed || isDated || wrong.said === null)) return 'no total';
  if (!isNamed && sum.rows < 2) return 'no total';
  sum.close();
  if (wrong === undefined) return null;
  const [said, counted] = [wrong.said!, wrong.counted!].map(toDecimalString);
  return { ...noLine, number: row.line, currency, problem: `total: ${said} ${counted}` };
}

const summedColumns = ({ direction }: Mapping): readonly [MappedColumn, readonly SumName[]][] => [
  ['amount', direction === 'columns' ? ['in'] : ['net', 'gross', 'in', 'out']],
  ['amountOut', ['out']],
  ['fee', ['fee']],
];

const noLine = {
  ourReference: null,
  providerReference: null,
  direction: null,
  amount: null,
  fee: null,
  feeAgreed: null,
  at: null,
  status: null,
  said: null,
} as const;
