// The background task of operations.

import { quietDueMs, type Task } from '../../platform/task.ts';
import type { Dispatcher } from './attempts/dispatch.ts';

/** Finds what is due. New operations never wait for it. */
export const operationTasks = ({ sweep }: Pick<Dispatcher, 'sweep'>): Task[] => [
  {
    name: 'due operations',
    everyMs: 400,
    quietMs: quietDueMs,
    runOnce: async () => (await sweep()) > 0,
  },
];
