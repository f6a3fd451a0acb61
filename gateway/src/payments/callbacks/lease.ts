// Selects the due callbacks and leases them to a node. First walks the destination queues with
// pending callbacks, from index entry to index entry, so that a queue costs one step whatever its
// length; then takes a few callbacks of each in turn. A queue with a huge backlog takes no more of
// a sweep than any other.

import type { Session, Statement } from '../../platform/db/database.ts';

/** A callback that is to be sent now. */
export interface DueCallback {
  accountId: number;
  operationId: string;
  /** To the account's second address. */
  second: boolean;
  destination: string;
  url: string;
  body: string;
  /** Attempts made before. */
  attempts: number;
}

export interface DestinationKey {
  accountId: number;
  destination: string;
}

/** Exported for the test of its plan, as the next one is. */
export const walkDestinationsStatement: Statement = {
  name: 'walk_callback_destinations',
  text: `
    with recursive walk as (
      (
        select account_id, destination, 1 as place from callback
        where next_attempt_at is not null and (account_id, destination) > ($1::integer, $2::text)
        order by account_id, destination limit 1
      )
      union all
      select next.account_id, next.destination, walk.place + 1 from walk
      cross join lateral (
        select account_id, destination from callback
        where next_attempt_at is not null and (account_id, destination) > (walk.account_id,
          walk.destination)
        order by account_id, destination limit 1
      ) next
      where walk.place < $3::integer
    )
    select account_id as "accountId", destination, exists (
        select from callback c where c.account_id = walk.account_id
          and c.destination = walk.destination and least(c.attempts, 1) = 0
          and c.next_attempt_at is not null and c.next_attempt_at <= jokko_now()
      ) or exists (
        select from callback c where c.account_id = walk.account_id
          and c.destination = walk.destination and least(c.attempts, 1) = 1
          and c.next_attempt_at is not null and c.next_attempt_at <= jokko_now()
      ) as "isDue"
    from walk`,
};

/**
 * At most `max` destination queues with pending callbacks that come after `after`, in the order of
 * their keys, and whether something of them is due.
 */
export function walkDestinations(
  session: Session,
  after: DestinationKey | null,
  max: number,
): Promise<(DestinationKey & { isDue: boolean })[]> {
  return session.query<DestinationKey & { isDue: boolean }>(walkDestinationsStatement, [
    after?.accountId ?? 0,
    after?.destination ?? '',
    max,
  ]);
}

/**
 * A callback that this node leases but does not hold in memory was dropped by a fault (its record
 * got lost, say); it is taken again after this long.
 */
const forgottenAfter = `interval '15 seconds'`;
const isFree = `(lease_owner is null
            or (lease_owner = $1 and next_attempt_at < jokko_now() - ${forgottenAfter})
            or not exists (select from node where incarnation = lease_owner
              and lease_until > now()))
          and operation_id <> all($2::bigint[])`;
/** Due callbacks of destination queue `of` that nobody holds. */
const dueIn = (of: string, again: boolean) => `
        from callback
        where account_id = ${of}.account_id and destination = ${of}.destination and state = 'due'
          and least(attempts, 1) = ${again ? 1 : 0}
          and next_attempt_at is not null and next_attempt_at <= jokko_now() and ${isFree}`;

// A destination queue without failures gives first attempts and retries. A destination queue whose
// last attempts reached nobody gives first attempts, and once a minute one retry as a probe; its
// row is marked before the answer is known, so that no other node sends a second probe.
export const leaseCallbacksStatement: Statement = {
  name: 'lease_callbacks',
  text: `
    with asked as materialized (
      select a.account_id, a.destination, a.room, coalesce(l.failures, 0) as failures
      from unnest($3::integer[], $4::text[], $5::integer[]) as a(account_id, destination, room)
      left join callback_destination l on l.account_id = a.account_id
        and l.destination = a.destination
    ), probed as (
      update callback_destination l set slow_until = jokko_now() + interval '60 seconds'
      from asked
      where asked.failures > 0 and l.account_id = asked.account_id
        and l.destination = asked.destination
        and l.failures > 0 and (l.slow_until is null or l.slow_until <= jokko_now())
        and exists (select ${dueIn('asked', true)})
      returning l.account_id, l.destination
    ), candidate as (
      select c.*, row_number() over (partition by c.account_id, c.destination
        order by c.next_attempt_at) as place
      from asked cross join lateral (
        select account_id, operation_id, second, destination,
          next_attempt_at ${dueIn('asked', false)}
        order by next_attempt_at limit asked.room for update skip locked
      ) c
      union all
      select c.*, row_number() over (partition by c.account_id, c.destination
        order by c.next_attempt_at)
      from asked cross join lateral (
        select account_id, operation_id, second, destination,
          next_attempt_at ${dueIn('asked', true)}
        order by next_attempt_at limit asked.room for update skip locked
      ) c
      where asked.failures = 0
      union all
      select c.*, 0 from probed cross join lateral (
        select account_id, operation_id, second, destination,
          next_attempt_at ${dueIn('probed', true)}
        order by next_attempt_at limit 1 for update skip locked
      ) c
    ), chosen as materialized (
      select account_id, operation_id, second from candidate order by place, next_attempt_at
        limit $6::integer
    )
    update callback c set lease_owner = $1
    from chosen f join callback_body b on b.operation_id = f.operation_id
      and b.account_id = f.account_id and b.second = f.second
    where c.account_id = f.account_id and c.operation_id = f.operation_id and c.second = f.second
    returning c.account_id, c.operation_id, c.second, c.destination, c.url, b.body, c.attempts`,
};

export interface LeaseOrder {
  node: number;
  /** Operations whose callbacks this node holds: passed over. */
  inFlight: string[];
  /** Where to look, and how many of each destination queue. */
  destinations: (DestinationKey & { room: number })[];
  /** In all. */
  max: number;
}

/** Leases due callbacks to this node. */
export async function leaseCallbacks(
  session: Session,
  { node, inFlight, destinations, max }: LeaseOrder,
): Promise<DueCallback[]> {
  interface Row {
    account_id: number;
    operation_id: bigint;
    second: boolean;
    destination: string;
    url: string;
    body: string;
    attempts: number;
  }
  const rows = await session.query<Row>(leaseCallbacksStatement, [
    node,
    inFlight,
    destinations.map(({ accountId }) => accountId),
    destinations.map(({ destination }) => destination),
    destinations.map(({ room }) => room),
    max,
  ]);
  return rows.map(({ account_id, operation_id, ...row }) => ({
    accountId: account_id,
    operationId: String(operation_id),
    ...row,
  }));
}
