// Lists the receivers of all accounts that keep callbacks waiting: destination queues with
// undelivered callbacks, how many, since when, and why.

import type { ErrorClass } from '@jokko/contract';
import type { Session, Statement } from '../../platform/db/database.ts';
import type { DestinationKey } from './lease.ts';

export interface ListedDestinationQueue extends DestinationKey {
  accountName: string;
  /**
   * Waiting for their first attempt and for another one, and abandoned; each counted up to
   * `destinationCountMax`.
   */
  fresh: number;
  retrying: number;
  abandoned: number;
  /** When the oldest of those counted was made. */
  oldestAt: Date | null;
  /** Consecutive failures to connect; 0: it answers. */
  failures: number;
  /** Until then only one probe a minute goes out; null: the way is open. */
  slowUntil: Date | null;
  lastErrorClass: ErrorClass | null;
  lastHttpStatus: number | null;
}

const destinationCountMax = 100;

export interface DestinationPage {
  of: 'all' | 'waiting' | 'abandoned';
  /** Null: of all. */
  accountId: number | null;
  after: DestinationKey | null;
  limit: number;
}

const next = (place: string): string => `
      select account_id, destination from (
        (select account_id, destination from callback where $4 <> 'abandoned'
          and next_attempt_at is not null and (account_id, destination) > ${place}
          order by account_id, destination limit 1)
        union all
        (select account_id, destination from callback where $4 <> 'waiting' and state = 'abandoned'
          and (account_id, destination) > ${place}
          order by account_id, destination limit 1)
      ) found where $5::integer is null or account_id = $5 order by account_id, destination
        limit 1`;
const counted = (where: string): string => `(
        select count(*)::integer as count, min(created_at) as oldest from (
          select created_at from callback c where c.account_id = walk.account_id
            and c.destination = walk.destination and ${where} limit ${destinationCountMax}
        ) few)`;

// From index entry to index entry, so that a destination queue costs one step however much waits in
// it.
const listStatement: Statement = {
  name: 'list_callback_destinations',
  text: `
    with recursive walk as (
      (select account_id, destination, 1 as place from (${next('($1::integer, $2::text)')}) first)
      union all
      select n.account_id, n.destination, walk.place + 1 from walk
        cross join lateral (${next('(walk.account_id, walk.destination)')}) n
      where walk.place < $3::integer
    )
    select walk.account_id as "accountId", a.name as "accountName", walk.destination,
      fresh.count as fresh, again.count as retrying,
      abandoned.count as abandoned, least(fresh.oldest, again.oldest,
        abandoned.oldest) as "oldestAt", coalesce(l.failures, 0) as failures,
      case when l.slow_until > jokko_now() then l.slow_until end as "slowUntil",
      last.error_class as "lastErrorClass", last.http_status as "lastHttpStatus"
    from walk
      join account a on a.id = walk.account_id
      left join callback_destination l on l.account_id = walk.account_id
        and l.destination = walk.destination
      cross join lateral ${counted(`c.next_attempt_at is not null and least(c.attempts, 1) = 0`)}
        fresh
      cross join lateral ${counted(`c.next_attempt_at is not null and least(c.attempts, 1) = 1`)}
        again
      cross join lateral ${counted(`c.state = 'abandoned'`)} abandoned
      left join lateral (
        select t.error_class, t.http_status from (
          (select operation_id, second, attempts from callback c
            where c.account_id = walk.account_id and c.destination = walk.destination
            and c.next_attempt_at is not null and least(c.attempts, 1) = 1
              order by c.next_attempt_at desc limit 1)
          union all
          (select operation_id, second, attempts from callback c
            where c.account_id = walk.account_id and c.destination = walk.destination
            and c.state = 'abandoned' order by c.created_at desc limit 1)
        ) tried join callback_attempt t on t.operation_id = tried.operation_id
          and t.account_id = walk.account_id
          and t.second = tried.second and t.number = tried.attempts
        order by t.started_at desc limit 1
      ) last on true
    order by walk.account_id, walk.destination`,
};

/**
 * At most `limit` destination queues that come after `after`, in the order of account and
 * destination queue.
 */
export function listDestinationQueues(
  session: Session,
  { of, accountId, after, limit }: DestinationPage,
): Promise<ListedDestinationQueue[]> {
  // With an account the walk begins right before it and ends behind it.
  const from = after ?? { accountId: accountId ?? 0, destination: '' };
  return session.query<ListedDestinationQueue>(listStatement, [
    from.accountId,
    from.destination,
    limit,
    of,
    accountId,
  ]);
}
