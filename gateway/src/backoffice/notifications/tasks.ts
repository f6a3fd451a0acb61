// The background tasks of notifications.

import { quietOutsideMs, type Task } from '../../platform/task.ts';
import { createNotificationRounds, type DeliverDeps } from './deliver.ts';
import { endUnapprovedNotifications } from './lease.ts';
import { purgeNotifications } from './retention.ts';

/** Users wait for their e-mail. */
const deliverMs = 1_000;

/** `purgeBeside`: what else people had asked to be told of. */
export const notificationTasks = (
  deps: DeliverDeps,
  purgeBeside: (session: DeliverDeps['database']) => Promise<void>,
): Task[] => [
  {
    name: 'notifications',
    everyMs: deliverMs,
    quietMs: quietOutsideMs,
    where: 'home',
    duringRecovery: true,
    runOnce: createNotificationRounds(deps),
  },
  {
    name: 'old notifications',
    everyMs: 60_000,
    where: 'home',
    async runOnce() {
      await purgeBeside(deps.database);
      await endUnapprovedNotifications(deps.database);
      return purgeNotifications(deps.database);
    },
  },
];
