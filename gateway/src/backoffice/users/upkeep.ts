// Purges obsolete rows of users: answered challenges, old attempts, links and sessions, a limited
// number at a time.

import type { Session } from '../../platform/db/database.ts';
import { clearLoginAttempts } from './login-attempts.ts';
import { purgeLinks } from './links.ts';
import { purgeChallenges } from './passkey-store.ts';
import { purgeSessions } from './sessions.ts';

const batchMax = 1_000;

/** True when there was more than one batch of something. */
export async function purgeUsersRows(session: Session): Promise<boolean> {
  const counts = [
    await purgeChallenges(session, batchMax),
    await purgeSessions(session, batchMax),
    await purgeLinks(session, batchMax),
    await clearLoginAttempts(session, batchMax),
  ];
  return counts.some((count) => count === batchMax);
}
