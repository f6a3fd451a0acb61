// When a caller may send a request again that failed with nothing stored.

import { databaseFault } from '../db/database-away.ts';
import { LeaseOver } from '../db/commit-fate.ts';
import { AccountBusy } from '../db/group-decision.ts';

/**
 * What passes by itself: a held account, a database that does not answer in time, a node that is
 * about to end.
 */
const passingSeconds = 1;
/** A fault of ours is met again at once. */
const faultSeconds = 5;

/**
 * Seconds for `Retry-After`, from what was thrown. Only for errors after which nothing is stored.
 */
export function retryAfterSeconds(error: unknown): number {
  const passes =
    error instanceof AccountBusy || error instanceof LeaseOver || databaseFault(error) === 'away';
  return passes ? passingSeconds : faultSeconds;
}
