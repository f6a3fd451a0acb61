// Entry point of operations: initiate, look up, refund, take a provider's news, and the machinery
// that works on them.
export { initiate, type InitiateDeps } from './admission/initiate.ts';
export type { Initiated, Order } from './admission/opening.ts';
export {
  inquireBills,
  inquireReception,
  inquiryServices,
  quoteRemittance,
  type InquiryDeps,
  type NotAsked,
} from './admission/inquiry.ts';
export { quoteOperation, type Quote, type QuoteDeps } from './admission/quote.ts';
export { createAnswers, type Answers } from './admission/answers.ts';
export { createCardVault } from './attempts/card-vault.ts';
export { leaseForFile, releaseOperations } from './attempts/lease.ts';
export { firstAttempt } from './attempts/prepare-attempt.ts';
export { startDispatcher, type Dispatcher } from './attempts/dispatch.ts';
export { startWriter, type Writer, type WriterDeps } from './writer/writer.ts';
export { outcomeOfEvent } from './attempts/attempt-outcome.ts';
export { wayOf } from './attempts/parking.ts';
export { AccountBusy, CommitUnknown } from '../../platform/db/group-commit.ts';
export { createSeenNotices, type SeenNotices } from './attempts/seen-notices.ts';
export { noticeSecretOf, noticeUrl } from './attempts/notice-address.ts';
export {
  createProviders,
  paymentPageUrl,
  type Provider,
  type Providers,
} from './attempts/providers.ts';
export { refusalOf } from './attempts/read-outcome.ts';
export { type ExecuteDeps } from './attempts/job.ts';
export { hasLargeMedia, withMedia } from './writer/media.ts';
export { type Sends } from './model/sends.ts';
export { decisionMark } from './model/advance.ts';
export { takePayerStep, type PayerStepDeps, type PayerStepResult } from './attempts/payer-step.ts';
export { askProvider, mayAskProvider, type AskedProvider } from './attempts/ask-provider.ts';
export { cancelParked, type ParkedCancelation } from './attempts/cancel-unsent.ts';
export { refundOrCancel, type RefundOutcome } from './attempts/refund.ts';
export {
  handleProviderEvent,
  showUnchecked,
  type ProviderEventDeps,
} from './attempts/provider-event.ts';
export { findByExternalIds, findLatestAttempts, findOperations } from './queries/store.ts';
export { createOperationReader, type FoundAttempt } from './queries/reader.ts';
export type { OperationKey } from './queries/store.ts';
export { leavesOutcomeOpen, type OutcomeCaseKind } from './model/case-kinds.ts';
export { isFinal, type State } from './model/states.ts';
export type {
  Attempt,
  OperationTerms,
  Operation,
  OperationState,
  SentAttempt,
} from './model/operation.ts';
export { readFeed, type FeedEvent } from './queries/feed.ts';
export { createFeedWatch } from './queries/feed-watch.ts';
export { createFeedCursor, type FeedCursor } from './queries/feed-cursor.ts';
export { createStatusReader, type StatusReader } from './queries/status.ts';
export type { RestoreResult } from './model/commands.ts';
export type { StatusView } from './queries/status-view.ts';
export { readRouteStandings } from './queries/route-standing.ts';
export { listHanging, overdueMs, readHanging } from './queries/hanging.ts';
export type { Hanging, HangingAge } from './queries/hanging.ts';
export { readToday } from './queries/today.ts';
export { findByPaymentPage } from './queries/payment-page-address.ts';
export { createVolumeReader, type VolumeReader } from './queries/volume.ts';
export {
  addProcessed,
  createProcessedReader,
  type Processed,
  type ProcessedSum,
} from './queries/processed.ts';
export { createVolumeSharesReader, type VolumeSharesReader } from './queries/volume-shares.ts';
export { createAccountVolumeReader, type AccountVolumeReader } from './queries/account-volume.ts';
export { countOpenCases } from './queries/open-cases.ts';
export { listIdentified, listOperations } from './queries/list.ts';
export { everyOperation } from './queries/list-store.ts';
export { sumOperations, type StateSum } from './queries/list-sums.ts';
export type { ListedOperation, ListFilter, ListPlace } from './queries/list-store.ts';
export { isRemovedPhone, removedPhone, shownPhone } from './model/removed-phone.ts';
export { readHistory } from './queries/history.ts';
export { joinRequest } from './queries/join-request.ts';
export { cellOfReference, parseAttemptReference } from './model/reference.ts';
export { firstStepInMs, parkAgain } from './attempts/parking.ts';
export { bookStatedFees, type StatedFee } from './writer/stated-fees.ts';
export { operationTasks } from './tasks.ts';
