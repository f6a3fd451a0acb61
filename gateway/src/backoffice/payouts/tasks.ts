// The background tasks of bulk payouts.

import type { Task } from '../../platform/task.ts';
import { createCompleter } from './complete.ts';
import { purgeDrafts } from './old-drafts.ts';
import { payDue, type PayDeps } from './pay.ts';

/** A batch is paid a few lines at a time; the lease of the lines limits how many in a second. */
const payMs = 250;

export const payoutTasks = (deps: PayDeps): Task[] => [
  { name: 'due payouts', everyMs: payMs, where: 'home', runOnce: () => payDue(deps) },
  {
    name: 'payout results',
    everyMs: 1_000,
    where: 'home',
    runOnce: createCompleter(deps.database),
  },
  { name: 'expired payout drafts', everyMs: 60_000, runOnce: () => purgeDrafts(deps.database) },
];
