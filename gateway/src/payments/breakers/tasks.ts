// The background task of breakers: opens and tries those of routes, and lets go what waits for
// them.

import type { Task } from '../../platform/task.ts';
import { createBreakerRounds, type BreakerRoundsDeps } from './rounds.ts';

/** What waits for a route leaves by the second. */
const everyMs = 1_000;

export const breakerTasks = (deps: BreakerRoundsDeps): Task[] => [
  { name: 'route breakers', everyMs, runOnce: createBreakerRounds(deps).runOnce },
];
