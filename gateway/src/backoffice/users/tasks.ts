// The background task of users.

import type { Session } from '../../platform/db/database.ts';
import type { Task } from '../../platform/task.ts';
import { purgeUsersRows } from './upkeep.ts';

export const userTasks = (session: Session): Task[] => [
  { name: 'old sessions and links', everyMs: 60_000, runOnce: () => purgeUsersRows(session) },
];
