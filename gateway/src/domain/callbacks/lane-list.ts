// Which receivers keep callbacks waiting, of all accounts? Lanes with something that is not delivered: how much, since when, and why.

import type { Session, Statement } from '../../db/database.ts';
import type { ErrorClass } from '../../outbound/error-class.ts';
import type { LaneKey } from './claim.ts';

export interface ListedLane extends LaneKey {
  accountName: string;
  /** Waiting for their first attempt and for another one, and given up; each counted up to `laneCountMax`. */
  fresh: number;
  retrying: number;
  parked: number;
  /** When the oldest of those counted was made. */
  oldestAt: Date | null;
  /** Nobody answered this often in a row; 0: somebody does. */
  failures: number;
  /** Until then only one probe a minute goes out; null: the way is open. */
  slowUntil: Date | null;
  lastErrorClass: ErrorClass | null;
  lastHttpStatus: number | null;
}

export const laneCountMax = 100;

export interface LanePage {
  of: 'all' | 'waiting' | 'parked';
  /** Null: of all. */
  accountId: number | null;
  after: LaneKey | null;
  limit: number;
}

const next = (place: string): string => `
      select account_id, lane from (
        (select account_id, lane from callback where $4 <> 'parked' and next_attempt_at is not null and (account_id, lane) > ${place}
          order by account_id, lane limit 1)
        union all
        (select account_id, lane from callback where $4 <> 'waiting' and state = 'parked' and (account_id, lane) > ${place}
          order by account_id, lane limit 1)
      ) found where $5::integer is null or account_id = $5 order by account_id, lane limit 1`;
const counted = (where: string): string => `(
        select count(*)::integer as count, min(created_at) as oldest from (
          select created_at from callback c where c.account_id = walk.account_id and c.lane = walk.lane and ${where} limit ${laneCountMax}
        ) few)`;

// From index entry to index entry, so that a lane costs one step however much waits in it.
const listStatement: Statement = {
  name: 'list_callback_lanes',
  text: `
    with recursive walk as (
      (select account_id, lane, 1 as place from (${next('($1::integer, $2::text)')}) first)
      union all
      select n.account_id, n.lane, walk.place + 1 from walk cross join lateral (${next('(walk.account_id, walk.lane)')}) n
      where walk.place < $3::integer
    )
    select walk.account_id as "accountId", a.name as "accountName", walk.lane, fresh.count as fresh, again.count as retrying,
      parked.count as parked, least(fresh.oldest, again.oldest, parked.oldest) as "oldestAt", coalesce(l.failures, 0) as failures,
      case when l.slow_until > jokko_now() then l.slow_until end as "slowUntil",
      last.error_class as "lastErrorClass", last.http_status as "lastHttpStatus"
    from walk
      join account a on a.id = walk.account_id
      left join callback_lane l on l.account_id = walk.account_id and l.lane = walk.lane
      cross join lateral ${counted(`c.next_attempt_at is not null and least(c.attempts, 1) = 0`)} fresh
      cross join lateral ${counted(`c.next_attempt_at is not null and least(c.attempts, 1) = 1`)} again
      cross join lateral ${counted(`c.state = 'parked'`)} parked
      left join lateral (
        select t.error_class, t.http_status from (
          (select operation_id, second, attempts from callback c where c.account_id = walk.account_id and c.lane = walk.lane
            and c.next_attempt_at is not null and least(c.attempts, 1) = 1 order by c.next_attempt_at desc limit 1)
          union all
          (select operation_id, second, attempts from callback c where c.account_id = walk.account_id and c.lane = walk.lane
            and c.state = 'parked' order by c.created_at desc limit 1)
        ) tried join callback_attempt t on t.operation_id = tried.operation_id and t.account_id = walk.account_id
          and t.second = tried.second and t.number = tried.attempts
        order by t.started_at desc limit 1
      ) last on true
    order by walk.account_id, walk.lane`,
};

/** At most `limit` lanes that come after `after`, in the order of account and lane. */
export function listLanes(session: Session, { of, accountId, after, limit }: LanePage): Promise<ListedLane[]> {
  // With an account the walk begins right before it and ends behind it.
  const from = after ?? { accountId: accountId ?? 0, lane: '' };
  return session.query<ListedLane>(listStatement, [from.accountId, from.lane, limit, of, accountId]);
}
