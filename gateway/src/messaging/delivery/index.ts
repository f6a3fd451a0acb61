// Entry point of SMS delivery: from an accepted message to its final state, and from an inbound
// message to its application.

export { startSmsDelivery, type SmsDelivery, type SmsDeliveryDeps } from './start.ts';
export { loadCarrierStates } from './carrier-states.ts';
export { readDeliveryDays } from './delivery-days.ts';
export { listUnmatchedReceipts } from './unmatched-receipts.ts';
export { readTrafficEvidence, type TrafficEvidence } from './traffic-evidence.ts';
export { loadWaiting, waitingMax } from './waiting.ts';
export { smsNoticePath, type SmsNotices } from './notices.ts';
export { smsDeliveryTasks } from './tasks.ts';
