// The door of operations: initiate, look up, refund, take a provider's news, and the machinery that works on them.
export { initiate, type InitiateDeps, type Initiated, type Order } from './initiate.ts';
export { createAnswers, type Answers } from './answers.ts';
export { createCardVault } from './card-vault.ts';
export { startDispatcher, type Dispatcher } from './dispatch.ts';
export { watchCommits } from './commit-wait.ts';
export { startWriter, type Writer } from './writer.ts';
export { CommitUnknown } from '../../db/group-commit.ts';
export { createProviders, linkUrl, type Provider, type Providers } from './providers.ts';
export { refusalOf } from './execute.ts';
export { refundOrCancel, type RefundOutcome } from './refund.ts';
export { takeNews, type NewsDeps } from './news.ts';
export { findOperations } from './store.ts';
export { isFinal, type State } from './states.ts';
export type { Facts, Operation, OperationState } from './operation.ts';
export { readFeed, type FeedEvent } from './feed.ts';
export { createFeedCursor, type FeedCursor } from './feed-cursor.ts';
export { createStatusReader, type StatusReader, type StatusView } from './status.ts';
export { findByLink } from './link.ts';
