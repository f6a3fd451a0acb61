// The background task of reconciliation: reads uploaded statement files of providers, and compares
// them.

import type { Database } from '../../platform/db/database.ts';
import type { Task } from '../../platform/task.ts';
import { createReconciler } from './work.ts';

/** A user is waiting on the page. */
const everyMs = 1_000;

export const reconciliationTasks = (database: Database): Task[] => [
  {
    name: 'provider statements',
    everyMs,
    where: 'home',
    runOnce: createReconciler(database).runOnce,
  },
];
