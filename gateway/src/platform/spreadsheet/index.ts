// Entry point of spreadsheets: tables that people upload are read here, files for their
// spreadsheets are written here.

export { isCutNumber, isNameOf, isUncalculated, saysNothing, splitAmount } from './amount-text.ts';
export type { Cell } from './cell.ts';
export { isFormula, marked, withoutMark } from './mark.ts';
export { readTable } from './read-table.ts';
export { type Table, type TableProblem, type TableRead, type TableRow } from './table.ts';
export { openRows, type OpenedRows } from './open-rows.ts';
export { ReadingCut, RowsFault, type StreamedRow } from './streamed-row.ts';
export { streamXlsx, type StreamedTable } from './xlsx-stream.ts';
