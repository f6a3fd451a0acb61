// Replays callbacks. A request becomes a list, fixed in one statement; a task makes its callbacks
// due at the chosen rate, from any node, so a restart loses nothing. A callback that is due anyway
// is only brought forward: a replay replaces the pending retry and never runs beside it. Bodies
// and ids stay the same.

import type { Session, Statement } from '../../platform/db/database.ts';
import { isArchived } from '../../platform/db/partitions.ts';
import { filterValues, fitsFilter, narrowed, type CallbackFilter } from './select.ts';

/**
 * Whether the body of a callback `c` is not in the archive. One without it is leased by nobody: as
 * a due one it would stand before all others of its destination for ever.
 */
const hasBody = `(not ${isArchived('c.operation_id')} or exists (
          select from callback_body b where b.operation_id = c.operation_id
            and b.account_id = c.account_id and b.second = c.second))`;

export interface ReplayProgress {
  id: number;
  filter: object;
  perSecond: number;
  state: 'running' | 'done' | 'stopped';
  startedAt: Date;
  endedAt: Date | null;
  total: number;
  /** Made due so far. */
  released: number;
  /** What became of these: delivered since, still under way, and abandoned again. */
  delivered: number;
  due: number;
  abandoned: number;
}

/** Makes the list and returns its number. Destination queues that are away get a probe at once. */
export async function startReplay(
  session: Session,
  filter: CallbackFilter,
  perSecond: number,
): Promise<{ id: number; total: number }> {
  const { name, where } = narrowed(filter);
  const statement: Statement = {
    name: `start_replay_${name}${filter.accountId === undefined ? '' : '_of'}`,
    text: `
      with chosen as materialized (
        select c.operation_id, c.account_id, c.second, c.destination from callback c where ${where}
          and ${fitsFilter} and ${hasBody}
      ), replay as (
        insert into callback_replay (filter, per_second, total, account_id)
          select $9::json, $10, count(*), $2::integer from chosen returning id, total
      ), items as (
        insert into callback_replay_item (replay_id, account_id, operation_id, second)
        select replay.id, account_id, operation_id, second from replay, chosen
      ), probes as (
        update callback_destination l set slow_until = null
          from (select distinct account_id, destination from chosen) c
        where l.account_id = c.account_id and l.destination = c.destination
          and l.slow_until is not null
      )
      select id, total from replay`,
  };
  const [row] = await session.query<{ id: number; total: number }>(statement, [
    ...filterValues(filter),
    JSON.stringify(filter),
    perSecond,
  ]);
  return row!;
}

const startOneStatement: Statement = {
  name: 'start_replay_of_one_callback',
  text: `
    with chosen as materialized (
      select operation_id, account_id, second, destination from callback c
      where operation_id = $1 and account_id = $2 and second = $3 and ${hasBody}
    ), replay as (
      insert into callback_replay (filter, per_second, total, account_id)
      select json_build_object('operationId', operation_id::text, 'accountId', account_id, 'second',
        second), 50, 1, account_id from chosen
      returning id
    ), items as (
      insert into callback_replay_item (replay_id, account_id, operation_id, second)
      select replay.id, account_id, operation_id, second from replay, chosen
    ), probes as (
      update callback_destination l set slow_until = null from chosen c
      where l.account_id = c.account_id and l.destination = c.destination
        and l.slow_until is not null
    )
    select id from replay`,
};

/** The same for one callback; false when there is none. */
export async function startReplayOfOne(
  session: Session,
  { operationId, accountId, second }: { operationId: string; accountId: number; second: boolean },
): Promise<boolean> {
  return (await session.query(startOneStatement, [operationId, accountId, second])).length > 0;
}

/** One round of one replay takes at most this many, however long the last round is ago. */
const roundMax = 1_000;

// What a living node holds is on its way already. `retry_until` begins anew: an old callback would
// be given up after its first failure.
const releaseStatement: Statement = {
  name: 'release_replay',
  text: `
    with replay as (
      select id, per_second, floor(least(extract(epoch from now() - released_at) * per_second,
        2 * per_second, ${roundMax}))::integer as room
      from callback_replay where state = 'running' and now() - released_at >= interval '1 second' /
        per_second
      order by released_at limit 1 for update skip locked
    ), item as (
      update callback_replay_item i set released = true from (
        select i.replay_id, i.operation_id, i.account_id, i.second from replay
        cross join lateral (
          select replay_id, operation_id, account_id, second from callback_replay_item
            where replay_id = replay.id and not released order by operation_id limit replay.room
        ) i
      ) next
      where i.replay_id = next.replay_id and i.operation_id = next.operation_id
        and i.account_id = next.account_id and i.second = next.second
      returning i.operation_id, i.account_id, i.second
    ), due as (
      update callback c set state = 'due', next_attempt_at = jokko_now(), closed_at = null,
        lease_owner = null, given_up = null,
        retry_until = jokko_now() + interval '72 hours'
      from item where c.operation_id = item.operation_id and c.account_id = item.account_id
        and c.second = item.second
        and not exists (select from node where incarnation = c.lease_owner and lease_until > now())
          and ${hasBody}
    ), ended as (
      update callback_replay r set released_at = now(),
        state = case when (select count(*) from item) < replay.room then 'done' else r.state end,
        ended_at = case when (select count(*) from item) < replay.room then now() end
      from replay where r.id = replay.id
    )
    select (select count(*)::integer from item) as released,
      exists (select from replay) as "isRunning"`,
};

/** One round of the replay that waits longest. Returns whether there was one. */
export async function releaseReplay(session: Session): Promise<boolean> {
  const [row] = await session.query<{ released: number; isRunning: boolean }>(releaseStatement);
  return row!.released > 0;
}

const progress = (name: string, where: string): Statement => ({
  name: `select_replays_${name}`,
  text: `
    select r.id, r.filter, r.per_second as "perSecond", r.state, r.started_at as "startedAt",
      r.ended_at as "endedAt", r.total,
      i.released, i.delivered, i.due, i.abandoned
    from callback_replay r cross join lateral (
      select count(*)::integer as released, count(*) filter (where c.state = 'delivered')::integer
        as delivered,
        count(*) filter (where c.state = 'due')::integer as due,
          count(*) filter (where c.state = 'abandoned')::integer as abandoned
      from callback_replay_item i
      join callback c on c.operation_id = i.operation_id and c.account_id = i.account_id
        and c.second = i.second
      where i.replay_id = r.id and i.released
    ) i
    where ${where}
    order by r.id desc limit 20`,
});
const progressStatement = progress('all', '$1::integer is null or r.id = $1');
const progressOfAccount = progress('of_account', 'r.account_id = $1');

/** The newest replays, or one. */
export function listReplays(session: Session, id: number | null): Promise<ReplayProgress[]> {
  return session.query<ReplayProgress>(progressStatement, [id]);
}

/** The newest replays that send callbacks of this account alone. */
export function listReplaysOf(session: Session, accountId: number): Promise<ReplayProgress[]> {
  return session.query<ReplayProgress>(progressOfAccount, [accountId]);
}

const runningStatement: Statement = {
  name: 'count_running_replays_of_account',
  text: `select count(*)::integer as count from callback_replay where account_id = $1
    and state = 'running' and total > 1`,
};

/** How many replays of more than one callback are under way for an account. */
export async function countRunningReplays(session: Session, accountId: number): Promise<number> {
  const [row] = await session.query<{ count: number }>(runningStatement, [accountId]);
  return row!.count;
}

const stopStatement: Statement = {
  name: 'stop_replay',
  text: `update callback_replay set state = 'stopped', ended_at = now()
    where id = $1 and ($2::integer is null or account_id = $2) and state = 'running'
      returning account_id as "accountId"`,
};

/**
 * What has become due stays due. `accountId` null: of whichever account it is. Answers whose it is;
 * null when it was not running.
 */
export async function stopReplay(
  session: Session,
  id: number,
  accountId: number | null,
): Promise<{ accountId: number | null } | null> {
  type Row = { accountId: number | null };
  return (await session.query<Row>(stopStatement, [id, accountId]))[0] ?? null;
}
