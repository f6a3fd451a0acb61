// The background tasks of the log of rejected requests.

import type { Task } from '../../platform/task.ts';
import type { RequestLog } from './recorder.ts';

/** Developers look for their rejected request at once. */
const flushMs = 500;

export const requestLogTasks = ({ flush, purge }: Pick<RequestLog, 'flush' | 'purge'>): Task[] => [
  { name: 'rejected requests', everyMs: flushMs, runOnce: flush },
  { name: 'old rejected requests', everyMs: 60_000, runOnce: purge },
];
