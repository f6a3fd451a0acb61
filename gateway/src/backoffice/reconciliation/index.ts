// Reconciliation: what providers say they executed, in their statement files, compared with what we
// booked. Entry point of the noun.

export { findFile, keptMapping, listFiles, partyName, partyStands } from './file.ts';
export type { FileState, ListedFile, StatementFile } from './file.ts';
export type { Mapping } from './mapping.ts';
export { addPiece, beginFile, pieceBytesMax, startUpload } from './upload.ts';
export type { Begun, Party, StatedBalances, Uploader } from './upload.ts';
export { previewFile } from './preview.ts';
export type { StatementLine } from './read-line.ts';
export type { Reconciler } from './work.ts';
export { findDiscrepancy, listDiscrepancies } from './discrepancies.ts';
export { closeDiscrepancies, noteDiscrepancy } from './note-discrepancies.ts';
export { addRule, endRule, listRules } from './rules.ts';
export type {
  Discrepancy,
  DiscrepancyClass,
  DiscrepancyNote,
  DiscrepancyState,
} from './discrepancies.ts';
export { readStatedAtBank } from './stated-balances.ts';
export { readSums } from './sums.ts';
export type { ClassSum, CurrencyTotal } from './sums.ts';
export { listUnproved } from './proofs.ts';
export type { Unproved } from './proofs.ts';
export { repeatMatching, withdrawFile } from './repeat.ts';
export { importStatement, type ImportedStatement } from './import-statement.ts';
export { reconciliationTasks } from './tasks.ts';
