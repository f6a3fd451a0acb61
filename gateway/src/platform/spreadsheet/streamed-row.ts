// Types of a file that is read row by row: its rows, and the error with which reading breaks off.

import type { TableProblem } from './table.ts';

/**
 * Like a row of a table; `numbers`: the columns (from 0) whose cells are numbers of a spreadsheet,
 * written with a point.
 */
export interface StreamedRow {
  line: number;
  cells: string[];
  numbers: ReadonlySet<number>;
  /** In a workbook: the number that its first day in 1970 has, by which bare numbers are days. */
  firstDay?: number;
}

/** What is known once all rows are read. */
export interface RowsEnd {
  /** Null: a file without sheets. */
  sheet: string | null;
  /** How many of its rows that hold something are hidden. */
  hiddenRows: number;
  /** Whether another sheet that is shown holds a table, too; false where nobody asked. */
  hasOtherTable: boolean;
}

/** What is wrong with the file as a whole. */
export class RowsFault extends Error {
  readonly problem: TableProblem;
  constructor(problem: TableProblem) {
    super(problem);
    this.problem = problem;
  }
}

/** Reading was ended because it took too much time or memory: of this node, at this moment. */
export class ReadingCut extends RowsFault {
  constructor() {
    super('too_big');
  }
}
