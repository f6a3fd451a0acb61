// Reconciliation: what providers say they executed, in their statement files, compared with what we booked. The door of the noun.

export { findFile, listFiles } from './file.ts';
export type { FileState, ListedFile, StatementFile } from './file.ts';
export type { Mapping } from './mapping.ts';
export { addPiece, beginFile, pieceBytesMax, startUpload } from './upload.ts';
export type { Begun, StatedBalances, Uploader } from './upload.ts';
export { previewFile } from './preview.ts';
export type { StatementLine } from './read-line.ts';
export { createReconciler } from './work.ts';
export type { Reconciler } from './work.ts';
export { findGap, listGaps, noteGap } from './gaps.ts';
export type { Gap, GapClass, GapNote, GapState } from './gaps.ts';
export { readSums } from './sums.ts';
export type { ClassSum, CurrencyTotal } from './sums.ts';
export { repeatMatching, withdrawFile } from './repeat.ts';
