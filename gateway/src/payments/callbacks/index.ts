// Entry point of callbacks: compose, address check, signatures, delivery, the log and replays.
export type { Backlog } from './backlog.ts';
export { callbackAddressProblem, callbackAddressFault, type AddressPolicy } from './address.ts';
export { adviceFor } from './advice.ts';
export { composeBody, composeCallback } from './compose.ts';
export { startDeliverer, type Deliverer } from './deliver.ts';
export { listReplays, listReplaysOf, type ReplayProgress } from './replay.ts';
export { loadCallback, pageCallbacks, type PagedCallback } from './page.ts';
export { createTester, type Tester } from './tester.ts';
export { composeSample, type SignedSample } from './sample.ts';
export { replayAllOf, replayMatching, replayOne, stopNoted } from './own-replays.ts';
export { destinationOf } from './destination.ts';
export { listDestinationQueues, type ListedDestinationQueue } from './destination-list.ts';
export { abandonCallbacks } from './abandon.ts';
export {
  countCallbacks,
  listCallbacks,
  loadAttempts,
  type CallbackFilter,
  type ListedCallback,
  type LoggedAttempt,
} from './select.ts';
export { countByState, readStanding, standingMax } from './standing.ts';
export { readReceiverStandings, receiverName } from './receiver-standing.ts';
export { createSigner, webhookIdOf, type CallbackToSign } from './sign.ts';
export { insertCallbacks } from './store.ts';
export type {
  CallbackAccount,
  CallbackSource,
  CallbackWrite,
  ComposedCallback,
} from './callback.ts';
export { callbackTasks } from './tasks.ts';
