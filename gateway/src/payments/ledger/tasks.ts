// The background task of the ledger.

import type { Database } from '../../platform/db/database.ts';
import type { Task } from '../../platform/task.ts';
import { foldFloats } from './floats.ts';

/**
 * Adds recent transfers to the float totals of the providers; those since the last round are added
 * whenever a float is read.
 */
export const ledgerTasks = (database: Database): Task[] => [
  { name: 'provider floats', everyMs: 15_000, runOnce: () => foldFloats(database) },
];
