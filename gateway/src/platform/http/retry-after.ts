// Tells when a caller may repeat a request that failed and of which nothing was stored.

import { databaseFault } from '../db/database-away.ts';
import { LeaseOver } from '../db/commit-fate.ts';
import { AccountBusy } from '../db/group-decision.ts';

/**
 * For states that pass by themselves: a held account, a database that does not answer in time, a
 * node that is about to end.
 */
const passingSeconds = 1;
/** For other errors: a repeat at once would most likely fail again. */
const faultSeconds = 5;

/**
 * Returns the seconds for `Retry-After` from what was thrown. The error must be one after which
 * nothing is stored.
 */
export function retryAfterSeconds(error: unknown): number {
  const passes =
    error instanceof AccountBusy || error instanceof LeaseOver || databaseFault(error) === 'away';
  return passes ? passingSeconds : faultSeconds;
}
