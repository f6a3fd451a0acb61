// The background task of files to and from providers.

import { quietOutsideMs, type Task } from '../../platform/task.ts';
import type { FileDeps } from './deps.ts';
import { createFileRounds } from './rounds.ts';

/** Files leave at minutes of an hour; a folder is looked into each time. */
const everyMs = 1_000;

export const fileTasks = (deps: FileDeps): Task[] => [
  {
    name: 'provider files',
    everyMs,
    quietMs: quietOutsideMs,
    where: 'home',
    runOnce: createFileRounds(deps).runOnce,
  },
];
