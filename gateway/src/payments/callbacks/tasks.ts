// The background tasks of callbacks.

import type { Database } from '../../platform/db/database.ts';
import { quietDueMs, type Task } from '../../platform/task.ts';
import { countBacklog, type Backlog } from './backlog.ts';
import type { Deliverer } from './deliver.ts';
import { releaseReplay } from './replay.ts';
import { purge, type Retention } from './retention.ts';

/** New callbacks never wait for the sweeps. */
const sweepMs = 400;

/** `backlog` is renewed, for metrics and the health page. */
export const callbackTasks = (
  database: Database,
  {
    deliverer,
    backlog,
    retention,
  }: { deliverer: Pick<Deliverer, 'sweep'>; backlog: Backlog; retention: Retention },
): Task[] => [
  { name: 'due callbacks', everyMs: sweepMs, quietMs: quietDueMs, runOnce: deliverer.sweep },
  { name: 'callback resends', everyMs: sweepMs, runOnce: () => releaseReplay(database) },
  {
    name: 'callback backlog',
    everyMs: 15_000,
    runOnce: async () => void Object.assign(backlog, await countBacklog(database)),
  },
  // The delivery log is purged by days.
  { name: 'old callback deliveries', everyMs: 60_000, runOnce: () => purge(database, retention) },
];
