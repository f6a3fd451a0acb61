// The door of bulk payouts: files of lines that are checked, approved by a second person, and paid one by one.

export { approvePayouts, type ApprovedPayouts } from './approve.ts';
export type { LineContext, LineProblem, ProblemColumn, ProblemKind } from './check-line.ts';
export { cancelPayouts, discardPayouts, pausePayouts, resumePayouts, type Controlled } from './control.ts';
export type { LineDoubt } from './doubts.ts';
export {
  findListedBatch,
  findSameFile,
  listBatches,
  listLines,
  sumLines,
  sumRetry,
  type BatchFilter,
  type LinesShown,
  type ListedBatch,
  type ListedLine,
  type StateSum,
} from './list.ts';
export { forgetOldDrafts } from './old-drafts.ts';
export { payDue, type PayDeps } from './pay.ts';
export { retryPayouts, type Retried } from './retry.ts';
export { createSettler } from './settle.ts';
export type { BatchState, LineState } from './store.ts';
export { payoutWish, payoutWishKind, submitPayouts, type Submitted } from './submit.ts';
export { rowsMax, uploadPayouts, type Uploaded } from './upload.ts';
