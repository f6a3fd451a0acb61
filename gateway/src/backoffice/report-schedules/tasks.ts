// The background task of report schedules: queues the reports that are due by e-mail.

import type { Task } from '../../platform/task.ts';
import { createReportRounds } from './send.ts';

/** Reports leave at an hour of a day. */
const everyMs = 10_000;

export const reportTasks = (deps: Parameters<typeof createReportRounds>[0]): Task[] => [
  { name: 'scheduled reports', everyMs, where: 'home', runOnce: createReportRounds(deps) },
];
