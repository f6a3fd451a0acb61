// Entry point of bulk payouts: files of lines that are checked, approved by a second user, and paid
// one by one.

export { approvePayouts, type ApprovedPayouts } from './approve.ts';
export type { LineContext, LineProblem, ProblemColumn, ProblemKind } from './check-line.ts';
export {
  cancelByApi,
  cancelPayouts,
  discardPayouts,
  pausePayouts,
  resumePayouts,
  type Controlled,
} from './control.ts';
export type { DuplicateWarning } from './duplicate-warnings.ts';
export {
  findListedBatch,
  findSameFile,
  listBatches,
  listLines,
  otherServiceOf,
  sumLines,
  sumRetry,
  type BatchFilter,
  type LinesShown,
  type ListedBatch,
  type ListedLine,
  type StateSum,
} from './list.ts';
export type { GivenLine } from './columns.ts';
export {
  changePayoutLimit,
  payoutLimitApprovalRequest,
  payoutLimitApprovalRequestKind,
  type PayoutLimitApprovalRequest,
} from './change-key-limit.ts';
export { findLimitedKey } from './key-limit.ts';
export { makePayouts } from './make-by-api.ts';
export { presentBatch, presentLine, wrongLinesOf } from './present.ts';
export { type PayDeps } from './pay.ts';
export { retryPayouts, type Retried } from './retry.ts';
export type { BatchState, LineState } from './store.ts';
export {
  payoutApprovalRequest,
  payoutApprovalRequestKind,
  submitPayouts,
  type Submitted,
} from './submit.ts';
export { rowsMax, uploadPayouts, type Uploaded } from './upload.ts';
export { payoutTasks } from './tasks.ts';
