// What developers asked for that left no transaction behind: rejected requests, and counts of the
// others.

export type { AcceptedCounter } from './accepted-counts.ts';
export { createRequestLog, type RequestLog } from './recorder.ts';
export type { Member, RejectedRequest } from './refused-call.ts';
export {
  findRejectedRequest,
  listRejectedRequests,
  type RequestPlace,
  type StoredRefusal,
} from './store.ts';
export { requestLogTasks } from './tasks.ts';
