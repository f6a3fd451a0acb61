// Type of what is read from a file of rows, whatever its form.

/**
 * A row that holds something. `line`: its number in the file as a spreadsheet or an editor shows
 * it, from 1. Cells are trimmed texts; numbers of XLSX are written out without exponent, dates as
 * 2026-11-21 or 2026-11-21T18:08:14. As many cells as the row has, the last ones may be missing.
 */
export interface TableRow {
  line: number;
  cells: string[];
  /** Where a cell is a number of the workbook, from 0. A CSV has texts alone. */
  numbers: ReadonlySet<number>;
}

export interface Table {
  form: 'csv' | 'xlsx';
  /** The name of the sheet that was read; null: a file without sheets. */
  sheet: string | null;
  /** How many of its rows are hidden there; they are among the rows. */
  hiddenRows: number;
  /** The cells of the first row that holds something. */
  header: string[];
  rows: TableRow[];
}

export const tableProblems = [
  /** Nothing in it, or a header alone. */
  'empty',
  /** Neither CSV nor XLSX: an old .xls, a PDF, a picture, a page of HTML. */
  'unknown_form',
  /** Cannot be read as what it says it is, or is locked by a password. */
  'damaged',
  /** In an older encoding, and in which one its letters do not show. */
  'unclear_letters',
  'too_many_rows',
  'too_many_columns',
  /**
   * Unpacked, or while it is read, it takes more room or time than any honest file of that many
   * rows.
   */
  'too_big',
] as const;

export type TableProblem = (typeof tableProblems)[number];

export interface TableLimits {
  rowsMax: number;
  columnsMax: number;
  /** For an XLSX file: all parts that are needed beside the sheet, unpacked. */
  unpackedBytesMax: number;
  /** For an XLSX file: the sheet, unpacked. */
  sheetBytesMax: number;
  /** For an XLSX file: its other sheets are looked at, too. */
  looksBeyond?: boolean;
}

export type TableRead = { ok: true; table: Table } | { ok: false; problem: TableProblem };
