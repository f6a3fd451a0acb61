// The background task of test inboxes.

import type { Session } from '../../platform/db/database.ts';
import type { Task } from '../../platform/task.ts';
import { purgeDeliveries } from './store.ts';

export const testInboxTasks = (session: Session): Task[] => [
  { name: 'old test callbacks', everyMs: 60_000, runOnce: () => purgeDeliveries(session) },
];
