// The background task of settlements.

import type { Database } from '../../platform/db/database.ts';
import type { Task } from '../../platform/task.ts';
import { requestScheduled } from './schedules.ts';

/** Schedules are due at an hour of a day. */
const everyMs = 5_000;

export const settlementTasks = (database: Database): Task[] => [
  {
    name: 'settlement schedules',
    everyMs,
    where: 'home',
    runOnce: () => requestScheduled(database),
  },
];
