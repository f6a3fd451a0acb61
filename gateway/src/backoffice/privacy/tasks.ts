// The background task of privacy: removes numbers and names of operations that are finished for
// long.

import type { Database } from '../../platform/db/database.ts';
import type { Task } from '../../platform/task.ts';
import { createRemovalRounds } from './rounds.ts';

/** `days`: after which they are removed; 0: never. */
export const privacyTasks = (database: Database, days: number): Task[] => [
  { name: 'old personal data', everyMs: 10_000, runOnce: createRemovalRounds(database, days) },
];
