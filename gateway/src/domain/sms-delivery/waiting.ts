// How many messages wait on each link, and since when the oldest? Counted no further than anybody wants to know, by the index of what is due.

import type { Session, Statement } from '../../db/database.ts';
import { accountsWalkedMax } from './claim.ts';

/** Beyond this all is "very much": counting on would cost more than it tells. */
export const waitingMax = 100_000;

export interface Waiting {
  link: string;
  /** At most `waitingMax`. */
  count: number;
  /** Seconds for which the oldest has been due; 0: none is. */
  oldestSec: number;
}

// The oldest of each account stands first in the index.
const countWaiting: Statement = {
  name: 'count_waiting_sms',
  text: `
    select l.link,
      (select count(*)::integer from (select from sms_message m where m.link = l.link and m.due_at is not null limit ${waitingMax}) w) as count,
      (with recursive oldest as (
          (select m.account_id, m.due_at, 1 as place from sms_message m where m.link = l.link and m.due_at is not null
            order by m.account_id, m.due_at limit 1)
          union all
          select n.account_id, n.due_at, o.place + 1 from oldest o cross join lateral (
            select m.account_id, m.due_at from sms_message m where m.link = l.link and m.due_at is not null and m.account_id > o.account_id
            order by m.account_id, m.due_at limit 1) n
          where o.place < ${accountsWalkedMax}
        )
        select greatest(0, coalesce(extract(epoch from jokko_now() - min(due_at)), 0))::float8 from oldest) as "oldestSec"
    from unnest($1::text[]) as l(link)`,
};

/** One row for each of the links. */
export function loadWaiting(session: Session, links: readonly string[]): Promise<Waiting[]> {
  return session.query<Waiting>(countWaiting, [links]);
}
