// A background task of a node: what it does again and again, how often, and where.

import type { TaskName } from '@jokko/contract/portal';

export interface Task {
  /** The health page has a name for it in both languages. */
  name: TaskName;
  everyMs: number;
  /**
   * The same while nothing happens on any node (node/background/pace.ts); absent: `quietUsualMs` or
   * `everyMs`, whichever is longer.
   */
  quietMs?: number;
  /** `home`: it is common to all cells, and done at home alone. */
  where?: 'home';
  /**
   * Also on a database that must be recovered: there a node looks after itself, and somebody must
   * learn of it. Everything else would begin something, or report what is out of date.
   */
  duringRecovery?: true;
  /** One round. `true`: there was more to do than one round takes, and the next follows at once. */
  runOnce(): Promise<boolean> | Promise<void>;
}

/**
 * While nothing happens: what is due by the clock alone, a retry or a status query, begins this
 * much later at most.
 */
export const quietDueMs = 2_000;
/** So does what a link to a carrier, a folder of a bank or this machine's clock brings. */
export const quietOutsideMs = 5_000;
/** Everything else that no request, commit, notification or other node announces. */
export const quietUsualMs = 60_000;
