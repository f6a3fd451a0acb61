// The background task of the health of routes, carrier connections and receivers.

import type { Task } from '../../platform/task.ts';
import type { HealthRounds } from './round.ts';

/** Trouble shows within a minute, and both a count and a judgement wait for a round. */
const everyMs = 10_000;
const quietMs = 20_000;

export const healthTasks = ({ runOnce }: Pick<HealthRounds, 'runOnce'>): Task[] => [
  { name: 'health', everyMs, quietMs, where: 'home', runOnce },
];
