// What of people's rows is of no use any more? Answered challenges, old tries, links and sessions, a batch at a time.

import type { Session, Statement } from '../../db/database.ts';
import { forgetLinks } from './links.ts';
import { forgetOldChallenges } from './passkey-store.ts';
import { forgetSessions } from './sessions.ts';

const batchMax = 1_000;
const forgetGuesses: Statement = {
  name: 'forget_guesses',
  text: `delete from guess where key in (select key from guess where last_at < jokko_now() - interval '2 days' order by last_at limit $1) returning 1`,
};

/** True when there was more than one batch of something. */
export async function forgetOldPeopleRows(session: Session): Promise<boolean> {
  const counts = [
    await forgetOldChallenges(session, batchMax),
    await forgetSessions(session, batchMax),
    await forgetLinks(session, batchMax),
    (await session.query(forgetGuesses, [batchMax])).length,
  ];
  return counts.some((count) => count === batchMax);
}
