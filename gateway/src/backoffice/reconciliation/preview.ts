// Previews a file: its first rows, and the lines that a mapping makes of them. Nothing is stored.

import type { Session } from '../../platform/db/database.ts';
import {
  openRows,
  RowsFault,
  type OpenedRows,
  type StreamedRow,
} from '../../platform/spreadsheet/index.ts';
import { bankMessageOf } from './bank-message.ts';
import { findFile, usedMappings } from './file.ts';
import { guessMapping } from './guess-mapping.ts';
import { fittingMapping, isMostlyUnreadable, readableWith } from './judge-mapping.ts';
import { findOtherRoute, withKnownColumns, type OtherRoute } from './known-references.ts';
import { mappingFaults, type Mapping } from './mapping.ts';
import type { StatementLine } from './read-line.ts';
import type { FoundBalances } from './read-statement.ts';
import { bytesOf } from './upload.ts';

export interface Preview {
  form: 'csv' | 'xlsx';
  /** As they stand in the file. */
  rows: { line: number; cells: string[] }[];
  /** The one asked about, else the newest of those used for the provider that fits, else a guess. */
  mapping: Mapping;
  /** Whether it was used for the provider before. */
  isKept: boolean;
  /** What is wrong with the mapping: its fields, dotted, `columns.missing` where the file has no such heading, `unreadable` where most lines cannot be read, `otherRoute` where they are another provider's. */
  faults: string[];
  lines: StatementLine[];
  /** Of the first rows of the file, more than are shown. */
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
    const message = bankMessageOf(bytes);
    if (message !== null) return { ok: false, refusal: 'file', problem: message };
    const {
      form,
      rows: first,
      end,
    } = await firstRows(bytes, (asked?.headingRow ?? 0) + rowsJudged);
    if (first.length === 0) return { ok: false, refusal: 'file', problem: 'empty' };
    const kept =
      asked === null ? fittingMapping(await usedMappings(session, file.route), first, form) : null;
    const mapping =
      asked ??
      kept ??
      (await withKnownColumns(session, guessMapping(first, timeZone, form), first, file.route));
    const { all, faults, ...read } = readWith(mapping, first, form, end !== null);
    const otherRoute = await findOtherRoute(session, all, [file.route, ...mapping.routes]);
    const shown = first.slice(0, rowsShown).map(({ line, cells }) => ({ line, cells }));
    return {
      ok: true,
      preview: {
        form,
        rows: shown,
        mapping,
        isKept: kept !== null,
        ...read,
        faults: otherRoute === null ? faults : [...faults, 'otherRoute'],
        otherRoute,
        lines: all.slice(0, linesShown),
      },
    };
  } catch (error) {
    if (error instanceof RowsFault) return { ok: false, refusal: 'file', problem: error.problem };
    throw error;
  }
}

async function firstRows(bytes: Buffer, count: number): ReturnType<OpenedRows['take']> {
  const opened = await openRows(bytes, { rowsMax: count });
  try {
    return await opened.take(count);
  } finally {
    opened.close();
  }
}

function readWith(
  mapping: Mapping,
  rows: readonly StreamedRow[],
  form: Preview['form'],
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
