// The background tasks of what providers report of themselves.

import type { Task } from '../../platform/task.ts';
import { createStatementPuller } from './pull-statements.ts';
import { createBalanceReader, type BalanceDeps } from './read-balances.ts';

/** Each account's turn comes every ten minutes, each day's once. */
const everyMs = 30_000;

export const providerReportTasks = (deps: BalanceDeps): Task[] => [
  {
    name: 'pulled statements',
    everyMs,
    where: 'home',
    runOnce: createStatementPuller(deps).runOnce,
  },
  { name: 'provider balances', everyMs, where: 'home', runOnce: createBalanceReader(deps).runOnce },
];
