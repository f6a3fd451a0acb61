// The background task of carriers' balances.

import type { Task } from '../../platform/task.ts';
import type { BalanceReader } from './read-balances.ts';

/**
 * Each connection's turn comes every ten minutes; in between a round asks nobody, the database
 * neither.
 */
const everyMs = 60_000;

export const carrierBalanceTasks = ({ runOnce }: BalanceReader): Task[] => [
  { name: 'carrier balances', everyMs, where: 'home', runOnce },
];
