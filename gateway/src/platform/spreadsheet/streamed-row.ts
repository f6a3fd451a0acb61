// Types of a file that is read row by row: its rows, and the error with which reading breaks off.

import type { TableProblem } from './table.ts';

/** Like a row of a table; `numbers`: the columns (from 0) whose cells are numbers of a spreadsheet, written with a point. */
export interface StreamedRow {
  line: number;
  cells: string[];
  numbers: ReadonlySet<number>;
}

/** What is wrong with the file as a whole. */
export class RowsFault extends Error {
  readonly problem: TableProblem;
  constructor(problem: TableProblem) {
    super(problem);
    this.problem = problem;
  }
}
