// What of people's rows is of no use any more? Answered challenges, old tries, links and sessions, a batch at a time.

import type { Session } from '../../db/database.ts';
import { forgetGuesses } from './guesses.ts';
import { forgetLinks } from './links.ts';
import { forgetOldChallenges } from './passkey-store.ts';
import { forgetSessions } from './sessions.ts';

const batchMax = 1_000;

/** True when there was more than one batch of something. */
export async function forgetOldPeopleRows(session: Session): Promise<boolean> {
  const counts = [
    await forgetOldChallenges(session, batchMax),
    await forgetSessions(session, batchMax),
    await forgetLinks(session, batchMax),
    await forgetGuesses(session, batchMax),
  ];
  return counts.some((count) => count === batchMax);
}
