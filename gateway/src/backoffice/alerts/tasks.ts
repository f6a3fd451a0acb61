// The background task of alerts: looks for what the operator must know of.

import type { Task } from '../../platform/task.ts';
import { createAlertRounds, type WatchDeps } from './watch.ts';

/** One of all nodes looks. */
const everyMs = 10_000;
const quietMs = 20_000;

export const alertTasks = (deps: WatchDeps): Task[] => [
  {
    name: 'alerts',
    everyMs,
    quietMs,
    where: 'home',
    duringRecovery: true,
    runOnce: createAlertRounds(deps),
  },
];
