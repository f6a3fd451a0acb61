// Counts the messages waiting on each carrier connection and the age of the oldest. Counted only
// up to a useful limit, by the index of what is due.
//
// A message that the carrier stumbles over is due later with each try. It counts as waiting since
// it was due first, or since the connection took a message last: so one bad recipient alarms
// nobody, and a carrier that takes nothing does.

import type { Session, Statement } from '../../platform/db/database.ts';
import { accountsWalkedMax } from './lease.ts';

/** Beyond this all is "very much": counting on would cost more than it tells. */
export const waitingMax = 100_000;

/** Among so many that were put off the oldest is looked for. */
const deferredMax = 1_000;

export interface Waiting {
  connection: string;
  /** At most `waitingMax`. */
  count: number;
  /** Seconds for which the oldest has been waiting; 0: none is. */
  oldestSec: number;
}

// The oldest of an account stands first in the index, among its fresh messages or among the
// deferred ones.
const oldestOf = (deferred: boolean, account: string) =>
  `(select min(o.due_at) from sms_message o
              where o.connection = l.connection and o.account_id = ${account}
                and o.deferred = ${deferred} and o.due_at is not null)`;
const nextAccount = (after: string) => `
            select a.account_id, least(${oldestOf(false, 'a.account_id')},
              ${oldestOf(true, 'a.account_id')}) as due_at
            from (select m.account_id from sms_message m where m.connection = l.connection
              and m.due_at is not null and m.account_id > ${after}
              order by m.account_id limit 1) a`;
// No row where nothing is deferred: greatest() passes over a null, and would then answer the time
// of the last message that was taken.
const stuckSince = `
          select greatest(min(coalesce(b.scheduled_at, b.created_at)), (select max(s.last_taken_at)
            from sms_bind s where s.connection = l.connection))
          from (select m.account_id, m.batch_id from sms_message m where m.connection = l.connection
            and m.deferred and m.due_at is not null limit ${deferredMax}) d
          join sms_batch b on b.id = d.batch_id and b.account_id = d.account_id
          having count(*) > 0`;
const countWaiting: Statement = {
  name: 'count_waiting_sms',
  text: `
    select l.connection,
      (select count(*)::integer from (select from sms_message m where m.connection = l.connection
        and m.due_at is not null limit ${waitingMax}) w) as count,
      (with recursive oldest as (
          (select first.*, 1 as place from (${nextAccount('0')}) first)
          union all
          select n.account_id, n.due_at, o.place + 1 from oldest o
            cross join lateral (${nextAccount('o.account_id')}) n
          where o.place < ${accountsWalkedMax}
        )
        select greatest(0, coalesce(extract(epoch from jokko_now() - least(min(due_at),
          (${stuckSince}))), 0))::float8 from oldest) as "oldestSec"
    from unnest($1::text[]) as l(connection)`,
};

/** One row for each of the connections. */
export function loadWaiting(session: Session, connections: readonly string[]): Promise<Waiting[]> {
  return session.query<Waiting>(countWaiting, [connections]);
}
