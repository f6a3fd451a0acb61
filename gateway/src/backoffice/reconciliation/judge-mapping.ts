// Judges how much of a file a mapping reads. A file of which more than half cannot be read is not
// taken in: what is left says nothing about the provider.

import type { StreamedRow } from '../../platform/spreadsheet/index.ts';
import { mappingFaults, mappedColumns, type Mapping } from './mapping.ts';
import type { StatementLine } from './read-line.ts';
import { MissingColumn, statementReader, type FoundBalances } from './read-statement.ts';

export interface Readable {
  lines: StatementLine[];
  unreadable: number;
  /** That the rows state. */
  balances: FoundBalances | null;
}

export const isMostlyUnreadable = (lines: number, unreadable: number): boolean =>
  unreadable * 2 > lines;

/** Null: the mapping fits no such headings. */
export function readableWith(
  mapping: Mapping,
  rows: readonly StreamedRow[],
  form: 'csv' | 'xlsx',
): Readable | null {
  const hasHeadings = rows.some(({ line }) => line === mapping.headingRow);
  if (!hasHeadings || mappingFaults(mapping).length > 0) return null;
  const reader = statementReader(mapping, form);
  try {
    const byRow = new Map<number, StatementLine>();
    for (const row of rows) {
      const taken = reader.read(row);
      if (taken === null) continue;
      if (taken.line !== null) byRow.set(taken.line.number, taken.line);
      if (taken.earlier !== null) byRow.set(taken.earlier.is.number, taken.earlier.is);
    }
    for (const line of reader.left()) byRow.set(line.number, line);
    const lines = [...byRow.values()];
    const unreadable = lines.filter(({ problem }) => problem !== null).length;
    return { lines, unreadable, balances: reader.balances() };
  } catch (error) {
    if (error instanceof MissingColumn) return null;
    throw error;
  }
}

/**
 * The newest of those that were used for the provider's files and fit this one, on whatever row its
 * headings stand. Null: none does.
 */
export function fittingMapping(
  used: readonly Mapping[],
  rows: readonly StreamedRow[],
  form: 'csv' | 'xlsx',
): Mapping | null {
  for (const mapping of used) {
    const place = rows.find(({ cells }) => hasColumns(mapping, cells));
    if (place === undefined) continue;
    const here = { ...mapping, headingRow: place.line };
    const read = readableWith(here, rows, form);
    if (read !== null && !isMostlyUnreadable(read.lines.length, read.unreadable)) return here;
  }
  return null;
}

function hasColumns({ columns }: Mapping, cells: readonly string[]): boolean {
  const there = new Set(cells.map((cell) => cell.trim().toLowerCase()));
  return mappedColumns.every((column) => {
    const name = columns[column] ?? null;
    return name === null || there.has(name.trim().toLowerCase());
  });
}
