// Reads the rows of a file into lines, some hundreds at a time, and stores them, each time in one
// commit with the progress, so that no work is lost when a node dies: another one continues after
// the last stored row.

import type { Database, Session, Statement } from '../../platform/db/database.ts';
import { ReadingCut, RowsFault, type StreamedRow } from '../../platform/spreadsheet/index.ts';
import type { StatementFile } from './file.ts';
import { isMostlyUnreadable } from './judge-mapping.ts';
import {
  openStatement,
  StatementFault,
  type OpenedStatement,
  type StatementForm,
} from './open-statement.ts';
import type { BankEnd } from './read-bank.ts';
import type { StatementLine } from './read-line.ts';
import {
  MissingColumn,
  statementReader,
  type FoundBalances,
  type StatementReader,
} from './read-statement.ts';
import type { Changed } from './reversal-rows.ts';
import { isOfBank } from './bank-mapping.ts';
import { bytesOf } from './upload.ts';

const linesMax = 200_000;
/** The rows of the file, with room for what stands above its headings. */
const rowsMax = linesMax + 1_000;
const rowsPerStep = 1_000;

/** What one node has open of the file that it reads. */
interface OpenFile {
  id: number;
  rows: OpenedStatement;
  reader: StatementReader | null;
  /** The number of the last row that was taken from `rows`. */
  last: number;
  lines: number;
}

/** What the next rows came to. */
export type Reading =
  | {
      ok: true;
      lines: StatementLine[];
      last: number;
      over: boolean;
      isEmpty: boolean;
      /**
       * The changes of rows that were stored before: reversals, or payments whose fee has a row of
       * its own.
       */
      mended: Changed[];
      /** What the file states, once it is over. */
      balances: FoundBalances | null;
      /**
       * First and last day that a bank's message covers, once it is over; null: a table, or one
       * that names none.
       */
      days: BankEnd['days'];
    }
  /** `wasCut`: it took too much time or memory, here and now. */
  | { ok: false; problem: string; wasCut: boolean };

export type RowReader = ReturnType<typeof createRowReader>;

const insertLines: Statement = {
  name: 'insert_reconciliation_lines',
  text: `insert into reconciliation_line (file_id, number, our_reference, provider_reference,
    direction, amount, fee, fee_agreed, currency, at, status,
      problem, said_operation, said_attempt)
    select $1, number, ours, theirs, direction, amount, fee, agreed, currency, at, status, problem,
      operation, attempt
    from json_to_recordset($2::json) as line (number integer, ours text, theirs text,
      direction text, amount bigint, fee bigint, agreed bigint,
      currency text, at timestamptz, status text, problem text, operation bigint, attempt integer)`,
};
const addTotals: Statement = {
  name: 'add_reconciliation_totals',
  text: `insert into reconciliation_total (file_id, currency, lines, amount, fees)
    select $1, currency, lines, amount, fees from json_to_recordset($2::json) as t (currency text,
      lines integer, amount bigint, fees bigint)
    on conflict (file_id, currency) do update
      set lines = reconciliation_total.lines + excluded.lines,
      amount = reconciliation_total.amount + excluded.amount,
        fees = reconciliation_total.fees + excluded.fees`,
};
// What a user has typed counts more than what the file was found to say.
const addBalances: Statement = {
  name: 'add_reconciliation_balances',
  text: `insert into reconciliation_total (file_id, currency, lines, amount, fees, opening, closing)
    values ($1, $2, 0, 0, 0, $3, $4)
    on conflict (file_id, currency) do update set opening = coalesce(reconciliation_total.opening,
      excluded.opening),
      closing = coalesce(reconciliation_total.closing, excluded.closing)`,
};
const changeLines: Statement = {
  name: 'change_reconciliation_lines',
  text: `update reconciliation_line l set status = r.status, direction = r.direction, fee = r.fee,
    fee_agreed = r.agreed
    from json_to_recordset($2::json) as r(number integer, status text, direction text, fee bigint,
      agreed bigint)
    where l.file_id = $1 and l.number = r.number`,
};
/**
 * Nobody's statement has so many rows about one payment: the column of the reference holds
 * something else.
 */
const rowsOfPaymentMax = 5_000;
const selectCrowded: Statement = {
  name: 'select_crowded_reconciliation_payment',
  text: `select min(our_reference) as reference, count(*)::integer as rows from reconciliation_line
    where file_id = $1 and said_operation is not null group by said_operation
      having count(*) > ${rowsOfPaymentMax} limit 1`,
};
const setPosition: Statement = {
  name: 'set_reconciliation_position',
  text: 'update reconciliation_file set position = $2, problem = null, slow_steps = 0, readings_begun = 0, reading_until = null where id = $1',
};
const removePieces: Statement = {
  name: 'remove_reconciliation_pieces',
  text: 'delete from reconciliation_piece where file_id = $1',
};
const removeLines: Statement = {
  name: 'remove_reconciliation_lines',
  text: 'delete from reconciliation_line where file_id = $1',
};
const removeTotals: Statement = {
  name: 'remove_reconciliation_totals',
  text: 'delete from reconciliation_total where file_id = $1',
};
const setFailed: Statement = {
  name: 'fail_reconciliation_file',
  text: `update reconciliation_file set state = 'failed', problem = $2, done_at = jokko_now()
    where id = $1 and state in ('reading', 'matching', 'searching') returning 1`,
};
// A line that could not be read says nothing about the days of the file.
const selectTimes: Statement = {
  name: 'select_reconciliation_times',
  text: `select min(at) filter (where problem is null) as first,
    max(at) filter (where problem is null) as last,
      count(*) filter (where problem is null and (at < $2 or at >= $3))::integer as outside,
      count(*)::integer as lines, count(problem)::integer as unreadable
    from reconciliation_line where file_id = $1`,
};
const finishReading: Statement = {
  name: 'finish_reading_reconciliation_file',
  text: `update reconciliation_file f set state = 'matching', position = 0, problem = null,
    slow_steps = 0, readings_begun = 0,
      reading_until = null, lines_outside = $5,
      period_from = coalesce(f.period_from, date_trunc('day', $3::timestamptz at time zone $2) at
        time zone $2),
      period_until = coalesce(f.period_until, (date_trunc('day',
        $4::timestamptz at time zone $2) + interval '1 day') at time zone $2)
    where f.id = $1`,
};
/**
 * A statement of more days than a month has is more likely a line with a wrong year: a user says
 * which days it is of.
 */
const guessedDaysMax = 40;
const dayMs = 86_400_000;

/** One for each node. @param limits of its threads, where they are not the usual ones. */
export function createRowReader(database: Database, limits: { readingMs?: number } = {}) {
  let open: OpenFile | null = null;

  async function atPosition(file: StatementFile): Promise<OpenFile> {
    // What was taken and then not committed must be taken again.
    if (open !== null && (open.id !== file.id || open.last > file.position)) close();
    if (open !== null) return open;
    const bytes = await bytesOf(database, file.id);
    const { timeZone } = file.mapping!;
    open = {
      id: file.id,
      rows: await openStatement(bytes, { rowsMax, timeZone, ...limits }),
      reader: null,
      last: 0,
      lines: 0,
    };
    return open;
  }
  function close(): void {
    open?.rows.close();
    open = null;
  }
  return {
    close,
    /** The lines behind the file's position. */
    async read(file: StatementFile): Promise<Reading> {
      try {
        return await takeLines(await atPosition(file), file);
      } catch (error) {
        close();
        if (error instanceof RowsFault)
          return { ok: false, problem: error.problem, wasCut: error instanceof ReadingCut };
        if (error instanceof StatementFault)
          return { ok: false, problem: error.message, wasCut: false };
        if (error instanceof MissingColumn)
          return { ok: false, problem: `no_column: ${error.message}`, wasCut: false };
        throw error;
      }
    },
  };
}

/** Within the caller's transaction, which holds the file's row. */
export async function storeReading(
  session: Session,
  file: StatementFile,
  reading: Reading,
): Promise<void> {
  const { id, mapping } = file;
  if (!reading.ok) return failFile(session, id, reading.problem);
  const { lines, mended, last, over, isEmpty, balances, days } = reading;
  await storeLines(session, id, lines);
  await mendLines(session, id, mended);
  if (!over) return void (await session.query(setPosition, [id, last]));
  if (isEmpty && days === null && mapping?.isFetched !== true)
    return failFile(session, id, 'no_lines');
  const problem = await endReading(session, file, days);
  if (problem !== null) return failFile(session, id, problem);
  if (balances !== null) {
    const { currency, opening, closing } = balances;
    await session.query(addBalances, [id, currency, opening, closing]);
  }
  await session.query(removePieces, [id]);
}

/** All rows are lines: which days is the file of? What is wrong with them; null: it goes on. */
async function endReading(
  session: Session,
  { id, mapping, periodFrom, periodUntil }: StatementFile,
  days: BankEnd['days'],
): Promise<string | null> {
  const [times] = await session.query<{
    first: Date | null;
    last: Date | null;
    outside: number;
    lines: number;
    unreadable: number;
  }>(selectTimes, [id, periodFrom, periodUntil]);
  const { outside, lines, unreadable } = times!;
  // What a bank says that it covers counts more than what its entries happen to be dated.
  const [first, last] = days === null ? [times!.first, times!.last] : boundsOf(days);
  if (isMostlyUnreadable(lines, unreadable)) return `mostly_unreadable: ${unreadable} ${lines}`;
  if (periodFrom === null) {
    if (first === null || last === null) return 'no_period';
    if (last.getTime() - first.getTime() > guessedDaysMax * dayMs)
      return `long_period: ${dayOf(first)} ${dayOf(last)}`;
  }
  const [crowded] = await session.query<{ reference: string; rows: number }>(selectCrowded, [id]);
  if (crowded !== undefined) return `same_payment: ${crowded.rows} ${crowded.reference}`;
  await session.query(finishReading, [id, mapping!.timeZone, first, last, outside]);
  return null;
}

/** Noon of each, which is within that day in any time zone but those at the end of the world. */
const boundsOf = (days: { first: string; last: string }): [Date, Date] => [
  new Date(`${days.first}T12:00:00Z`),
  new Date(`${days.last}T12:00:00Z`),
];

const dayOf = (at: Date): string => at.toISOString().slice(0, 10);

/** A file is taken in for the account that was shown, and a table for none. */
function isOtherAccount(
  first: StreamedRow | undefined,
  form: StatementForm,
  { mapping, bankAccount }: StatementFile,
): boolean {
  const { account } = mapping!;
  if (form === 'csv' || form === 'xlsx') return account !== undefined;
  if (first?.line !== 1) return false;
  const said = first.cells[1] ?? '';
  return said !== account || (bankAccount !== null && !isOfBank(said, bankAccount));
}

async function takeLines(open: OpenFile, file: StatementFile): Promise<Reading> {
  const mapping = file.mapping!;
  const lines = new Map<number, StatementLine>();
  const mended: Changed[] = [];
  for (;;) {
    const { form, rows, end } = await open.rows.take(rowsPerStep);
    open.reader ??= statementReader(mapping, form === 'xlsx' ? 'xlsx' : 'csv');
    if (isOtherAccount(rows[0], form, file)) throw new StatementFault('bank_account: ');
    for (const row of rows) {
      open.last = row.line;
      const taken = open.reader.read(row);
      if (taken === null) continue;
      const { line, earlier } = taken;
      open.lines += 1;
      if (open.lines > linesMax) throw new RowsFault('too_many_rows');
      if (row.line <= file.position) continue;
      if (line !== null) lines.set(line.number, line);
      if (earlier === null) continue;
      if (lines.has(earlier.is.number)) lines.set(earlier.is.number, earlier.is);
      else mended.push(earlier);
    }
    const over = end !== null;
    if (over) for (const line of open.reader.left()) lines.set(line.number, line);
    // Rows that were stored before are passed over.
    if (over || open.last > file.position)
      return {
        ok: true,
        lines: [...lines.values()],
        mended,
        last: open.last,
        over,
        isEmpty: open.lines === 0,
        balances: over ? open.reader.balances() : null,
        days: end?.bank?.days ?? null,
      };
  }
}

async function storeLines(
  session: Session,
  fileId: number,
  lines: readonly StatementLine[],
): Promise<void> {
  const rows = lines.map((line) => ({
    number: line.number,
    ours: line.ourReference,
    theirs: line.providerReference,
    direction: line.direction,
    amount: line.amount,
    fee: line.fee,
    agreed: line.feeAgreed,
    currency: line.currency,
    at: line.at,
    status: line.status,
    problem: line.problem,
    operation: line.said?.operationId,
    attempt: line.said?.attempt,
  }));
  await session.query(insertLines, [fileId, json(rows)]);
  await session.query(addTotals, [fileId, json(totalsOf(lines))]);
}

/** What such a row moves counts from here on; it is a line already. */
async function mendLines(session: Session, id: number, mended: readonly Changed[]): Promise<void> {
  // One row may be changed by several: the last one holds.
  const last = new Map(mended.map(({ is }) => [is.number, is]));
  const rows = [...last.values()].map(({ number, status, direction, fee, feeAgreed }) => ({
    number,
    status,
    direction,
    fee,
    agreed: feeAgreed,
  }));
  await session.query(changeLines, [id, json(rows)]);
  const before = totalsOf(mended.map(({ was }) => was));
  const totals = totalsOf(mended.map(({ is }) => is)).map(({ currency, amount, fees }, place) => ({
    currency,
    lines: 0,
    amount: amount - before[place]!.amount,
    fees: fees - before[place]!.fees,
  }));
  await session.query(addTotals, [id, json(totals)]);
}

const json = (value: unknown): string =>
  JSON.stringify(value, (_name, member: unknown) =>
    typeof member === 'bigint' ? String(member) : member,
  );

/** What the provider says moved, counted from the file alone. */
function totalsOf(lines: readonly StatementLine[]) {
  const totals = new Map<
    string,
    { currency: string; lines: number; amount: bigint; fees: bigint }
  >();
  for (const { problem, currency, status, direction, amount, fee } of lines) {
    if (problem !== null || currency === null || amount === null) continue;
    const total = totals.get(currency) ?? { currency, lines: 0, amount: 0n, fees: 0n };
    totals.set(currency, total);
    total.lines += 1;
    if (status !== 'success' && status !== 'reversed') continue;
    total.amount += direction === 'in' ? amount : -amount;
    total.fees += fee ?? 0n;
  }
  return [...totals.values()];
}

/**
 * Nothing of a file that cannot be read to its end counts. One that was withdrawn meanwhile stays
 * so.
 */
export async function failFile(session: Session, id: number, problem: string): Promise<void> {
  if ((await session.query(setFailed, [id, problem])).length === 0) return;
  await session.query(removeLines, [id]);
  await session.query(removeTotals, [id]);
  await session.query(removePieces, [id]);
}
