// Entry point of SMS: apps, acceptance of messages, what became of them, opt-outs.

export { CommitUnknown } from '../../platform/db/group-commit.ts';
export { acceptMessages, type AcceptDeps, type AcceptRefusal } from './accept.ts';
export { startAcceptWriter } from './accept-writer.ts';
export {
  createAppDirectory,
  findOwnApp,
  type AppDirectory,
  type AppFound,
  type SmsApp,
} from './app-directory.ts';
export type { SmsAppSettings } from './app-store.ts';
export {
  createApp,
  listApps,
  revokeApp,
  rotateApp,
  setApp,
  showAppKey,
  showKeyOfApp,
  findApp,
  type ChangedApp,
  type ListedApp,
} from './apps.ts';
export { findBatch, hasBatch, listMessages, type Batch, type BatchMessage } from './batches.ts';
export {
  findBatchOfAccount,
  hasBatchOfAccount,
  listBatches,
  type ListedBatch,
} from './account-batches.ts';
export {
  listMessagesOfAll,
  type MessageFilter,
  type MessageOfAll,
  type MessagePlace,
} from './messages-of-all.ts';
export { listMessagesToPhone } from './messages-to-phone.ts';
export { listInbound, type InboundMessage } from './inbound-list.ts';
export { sendAsUser } from './send-as-user.ts';
export { listSenders, type SendersOfOperator } from './senders.ts';
export { addOptOutsBy, removeOptOutBy } from './user-opt-outs.ts';
export {
  addOptOuts,
  deleteOptOuts,
  insertOptOuts,
  listOptOuts,
  removeOptOuts,
  type OptOut,
  type OptOutKey,
} from './opt-outs.ts';
export { endOfQuiet } from './quiet.ts';
export { type SmsRetention } from './retention.ts';
export { previewMessages, totalsOfPreview, type Preview } from './preview.ts';
export { smsAppTasks } from './tasks.ts';
