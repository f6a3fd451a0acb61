// Previews a file: its first rows, and the lines that a mapping makes of them. Nothing is stored.

import type { Session } from '../../platform/db/database.ts';
import { RowsFault, type StreamedRow } from '../../platform/spreadsheet/index.ts';
import { bankMapping, isOfBank } from './bank-mapping.ts';
import { findFile, usedMappings } from './file.ts';
import { guessMapping } from './guess-mapping.ts';
import { fittingMapping, isMostlyUnreadable, readableWith } from './judge-mapping.ts';
import {
  findOtherRoute,
  withKnownColumns,
  type OtherRoute,
  type ReferencesOf,
} from './known-references.ts';
import { mappingFaults, type Mapping } from './mapping.ts';
import {
  openStatement,
  StatementFault,
  type StatementForm,
  type TakenRows,
} from './open-statement.ts';
import type { StatementLine } from './read-line.ts';
import type { FoundBalances } from './read-statement.ts';
import { bytesOf } from './upload.ts';

export interface Preview {
  form: StatementForm;
  /** In a bank's message: whose statement it is. Null: a table. */
  account: string | null;
  /** As they stand in the file. */
  rows: { line: number; cells: string[] }[];
  /**
   * The one asked about, else the newest of those used for the provider that fits, else a guess.
   */
  mapping: Mapping;
  /** Whether it was used for the provider before. */
  isKept: boolean;
  /**
   * What is wrong with the mapping: its fields, dotted, `columns.missing` where the file has no
   * such heading, `unreadable` where most lines cannot be read, `otherRoute` where they are another
   * provider's, `otherAccount` where a bank's message is of another account than that of the
   * mapping.
   */
  faults: string[];
  lines: StatementLine[];
  /** The counts of the first rows of the file, more than are shown. */
  judged: { lines: number; unreadable: number };
  /** What these rows state; `counted` only where they are all rows of the file. */
  balances: FoundBalances | null;
  /** Most payments of these rows that we know are of this route, which is none of the file's. */
  otherRoute: OtherRoute | null;
}

export type Previewed =
  | { ok: true; preview: Preview }
  | { ok: false; refusal: 'unknown' }
  | { ok: false; refusal: 'file'; problem: string };

const rowsShown = 40;
const linesShown = 20;
/** By so many rows it is judged how the values are written. */
const rowsJudged = 300;

/** @param timeZone of a guessed mapping. */
export async function previewFile(
  session: Session,
  id: number,
  asked: Mapping | null,
  timeZone: string,
): Promise<Previewed> {
  const file = await findFile(session, id);
  if (file === null || file.state !== 'uploading') return { ok: false, refusal: 'unknown' };
  try {
    const bytes = await bytesOf(session, id);
    const taken = await firstRows(bytes, {
      count: (asked?.headingRow ?? 0) + rowsJudged,
      timeZone: asked?.timeZone ?? timeZone,
    });
    const { form, rows: first, end } = taken;
    if (first.length === 0) return { ok: false, refusal: 'file', problem: 'empty' };
    const used = asked === null ? await usedMappings(session, file.party) : [];
    const account = accountOf(taken);
    const ownRoutes = file.route === null ? [] : [file.route];
    const of =
      file.bankAccount === null ? { routes: ownRoutes } : { bankAccountId: file.bankAccount.id };
    const { mapping, isKept } =
      account === null
        ? await tableMapping(session, taken, { asked, used, timeZone, of })
        : { mapping: asked ?? bankMapping(used, { account, timeZone }), isKept: true };
    const { all, faults, ...read } = readWith(mapping, first, tableForm(form), end !== null);
    const isOther =
      account !== null &&
      (account !== mapping.account ||
        (file.bankAccount !== null && !isOfBank(account, file.bankAccount)));
    if (isOther) faults.push('otherAccount');
    const otherRoute = await findOtherRoute(session, all, [...ownRoutes, ...mapping.routes]);
    const shown = first.slice(0, rowsShown).map(({ line, cells }) => ({ line, cells }));
    return {
      ok: true,
      preview: {
        form,
        account,
        rows: shown,
        mapping,
        isKept,
        ...read,
        faults: otherRoute === null ? faults : [...faults, 'otherRoute'],
        otherRoute,
        lines: all.slice(0, linesShown),
      },
    };
  } catch (error) {
    if (error instanceof RowsFault) return { ok: false, refusal: 'file', problem: error.problem };
    if (error instanceof StatementFault)
      return { ok: false, refusal: 'file', problem: error.message };
    throw error;
  }
}

/** The number behind the first word of the first row. */
const accountOf = ({ form, rows }: TakenRows): string | null =>
  form === 'camt' || form === 'mt940' ? (rows[0]?.cells[1] ?? '') : null;

/** A bank's message is told as the rows of a CSV. */
const tableForm = (form: StatementForm): 'csv' | 'xlsx' => (form === 'xlsx' ? 'xlsx' : 'csv');

async function tableMapping(
  session: Session,
  { form, rows }: TakenRows,
  told: {
    asked: Mapping | null;
    used: readonly Mapping[];
    timeZone: string;
    of: ReferencesOf;
  },
): Promise<{ mapping: Mapping; isKept: boolean }> {
  const { asked, used, timeZone, of } = told;
  if (asked !== null) return { mapping: asked, isKept: false };
  const tables = used.filter(({ account }) => account === undefined);
  const kept = fittingMapping(tables, rows, tableForm(form));
  if (kept !== null) return { mapping: kept, isKept: true };
  const guess = guessMapping(rows, timeZone, tableForm(form));
  return { mapping: await withKnownColumns(session, guess, rows, of), isKept: false };
}

async function firstRows(
  bytes: Buffer,
  { count, timeZone }: { count: number; timeZone: string },
): Promise<TakenRows> {
  const opened = await openStatement(bytes, { rowsMax: count, timeZone });
  try {
    return await opened.take(count);
  } finally {
    opened.close();
  }
}

function readWith(
  mapping: Mapping,
  rows: readonly StreamedRow[],
  form: 'csv' | 'xlsx',
  areAll: boolean,
): Pick<Preview, 'faults' | 'judged' | 'balances'> & { all: StatementLine[] } {
  const none = { all: [], judged: { lines: 0, unreadable: 0 }, balances: null };
  const faults = mappingFaults(mapping);
  if (!rows.some(({ line }) => line === mapping.headingRow))
    return { ...none, faults: [...faults, 'headingRow'] };
  if (faults.length > 0) return { ...none, faults };
  const read = readableWith(mapping, rows, form);
  if (read === null) return { ...none, faults: ['columns.missing'] };
  const { lines, unreadable, balances } = read;
  return {
    faults: isMostlyUnreadable(lines.length, unreadable) ? ['unreadable'] : [],
    all: lines,
    judged: { lines: lines.length, unreadable },
    balances: balances === null || areAll ? balances : { ...balances, counted: null },
  };
}
