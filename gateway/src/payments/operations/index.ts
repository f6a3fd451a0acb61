// Entry point of operations: initiate, look up, refund, take a provider's news, and the machinery that works on them.
export { initiate, type InitiateDeps } from './initiate.ts';
export type { Initiated, Order } from './opening.ts';
export {
  inquireBills,
  inquireReception,
  inquiryServices,
  quoteRemittance,
  type InquiryDeps,
  type NotAsked,
} from './inquiry.ts';
export { quoteOperation, type Quote, type QuoteDeps } from './quote.ts';
export { createAnswers, type Answers } from './answers.ts';
export { createCardVault } from './card-vault.ts';
export { leaseForFile, releaseOperations } from './lease.ts';
export { firstAttempt } from './prepare-attempt.ts';
export { startDispatcher, type Dispatcher } from './dispatch.ts';
export { startWriter, type Writer, type WriterDeps } from './writer.ts';
export { outcomeOfEvent } from './attempt-outcome.ts';
export { wayOf } from './parking.ts';
export { AccountBusy, CommitUnknown } from '../../platform/db/group-commit.ts';
export { createSeenNotices, type SeenNotices } from './seen-notices.ts';
export { noticeSecretOf, noticeUrl } from './notice-address.ts';
export { createProviders, paymentPageUrl, type Provider, type Providers } from './providers.ts';
export { refusalOf } from './read-outcome.ts';
export { type ExecuteDeps } from './job.ts';
export { withMedia } from './media.ts';
export { type Sends } from './sends.ts';
export { decisionMark } from './advance.ts';
export { takePayerStep, type PayerStepDeps, type PayerStepResult } from './payer-step.ts';
export { askProvider, mayAskProvider, type AskedProvider } from './ask-provider.ts';
export { cancelParked, type ParkedCancelation } from './cancel-unsent.ts';
export { refundOrCancel, type RefundOutcome } from './refund.ts';
export { handleProviderEvent, showUnchecked, type ProviderEventDeps } from './provider-event.ts';
export { findByExternalIds, findLatestAttempts, findOperations } from './store.ts';
export { createOperationReader, type Standing } from './reader.ts';
export type { OperationKey } from './store.ts';
export { leavesOutcomeOpen, type OutcomeCaseKind } from './case-kinds.ts';
export { isFinal, type State } from './states.ts';
export type {
  Attempt,
  OperationTerms,
  Operation,
  OperationState,
  SentAttempt,
} from './operation.ts';
export { readFeed, type FeedEvent } from './feed.ts';
export { createFeedWatch } from './feed-watch.ts';
export { createFeedCursor, type FeedCursor } from './feed-cursor.ts';
export { createStatusReader, type StatusReader } from './status.ts';
export type { RestoreResult } from './commands.ts';
export type { StatusView } from './status-view.ts';
export { readRouteStandings } from './route-standing.ts';
export { listHanging, overdueMs, readHanging } from './hanging.ts';
export type { Hanging, HangingAge } from './hanging.ts';
export { readToday } from './today.ts';
export { findByPaymentPage } from './payment-page-address.ts';
export { createVolumeReader, type VolumeReader } from './volume.ts';
export {
  addProcessed,
  createProcessedReader,
  type Processed,
  type ProcessedSum,
} from './processed.ts';
export { createVolumeSharesReader, type VolumeSharesReader } from './volume-shares.ts';
export { createAccountVolumeReader, type AccountVolumeReader } from './account-volume.ts';
export { countOpenCases } from './open-cases.ts';
export { listIdentified, listOperations } from './list.ts';
export { everyOperation } from './list-store.ts';
export { sumOperations, type StateSum } from './list-sums.ts';
export type { ListedOperation, ListFilter, ListPlace } from './list-store.ts';
export { isRemovedPhone, removedPhone, shownPhone } from './removed-phone.ts';
export { readHistory } from './history.ts';
export { joinRequest } from './join-request.ts';
export { cellOfReference, parseAttemptReference } from './reference.ts';
export { firstStepInMs, parkAgain } from './parking.ts';
export { bookStatedFees, type StatedFee } from './stated-fees.ts';
export { operationTasks } from './tasks.ts';
