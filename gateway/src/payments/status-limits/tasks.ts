// The background tasks of status limits.

import type { Task } from '../../platform/task.ts';

/** A stopped node is no longer counted this long after its lease; a new node announces itself. */
const nodesMs = 1_000;
/** Maximum delay until other nodes know of rejected status queries. */
const exchangeMs = 200;
/** Nodes are notified of changes; this is for a lost notification. */
const blocksMs = 5_000;
const staleMs = 30_000;

/** One round each. */
export interface StatusLimitRounds {
  countNodes(): Promise<void>;
  exchange(): Promise<void>;
  reloadBlocks(): Promise<void>;
  /** Removes rows that count no longer. Answers true when there were more than one round takes. */
  removeStale(): Promise<boolean>;
}

export const statusLimitTasks = (limits: StatusLimitRounds): Task[] => [
  { name: 'active nodes', everyMs: nodesMs, duringRecovery: true, runOnce: limits.countNodes },
  { name: 'rejected status queries', everyMs: exchangeMs, runOnce: limits.exchange },
  { name: 'blacklist', everyMs: blocksMs, runOnce: limits.reloadBlocks },
  { name: 'old status query counters', everyMs: staleMs, runOnce: limits.removeStale },
];
