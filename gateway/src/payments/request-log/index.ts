// The door of refused calls: what developers asked for that was refused and left nothing else behind.

export { createRequestLog, type RequestLog } from './recorder.ts';
export type { Member, RejectedRequest } from './refused-call.ts';
export { findRejectedRequest, listRejectedRequests, type StoredRefusal } from './store.ts';
