// The background tasks of notices that wait for their attempt.

import { quietOutsideMs, type Task } from '../../platform/task.ts';
import { purgeInbox } from './store.ts';
import { sweepInbox, type SweepDeps } from './sweep.ts';

/** The first retry of a notice is due after 5 s. */
const sweepMs = 2_000;

export const inboxTasks = (deps: SweepDeps): Task[] => [
  {
    name: 'provider inbox',
    everyMs: sweepMs,
    quietMs: quietOutsideMs,
    runOnce: () => sweepInbox(deps),
  },
  { name: 'old provider notices', everyMs: 60_000, runOnce: () => purgeInbox(deps.database) },
];
