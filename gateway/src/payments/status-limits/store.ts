// SQL statements by which nodes share their counts of status queries. Arrays travel as texts of
// arrays, one for each row.

import type { Session, Statement } from '../../platform/db/database.ts';

/** Tells other nodes to count keys together; the payload names them. */
export const statusLimitChannel = 'jokko_look_ups';
/** The blacklist has changed. */
export const blockChannel = 'jokko_look_up_blocks';

// What is there already keeps its place: a time that comes late, from a node whose clock is behind,
// displaces none that was allowed.
const mergeWindows: Statement = {
  name: 'merge_look_up_windows',
  text: `
    insert into status_window as w (key, times, latest)
    select key, times, (select max(time) from unnest(times) time)
    from (select key, times::bigint[] as times from unnest($1::bigint[], $2::text[]) as m(key,
      times)) mine
    order by key
    on conflict (key) do update set
      times = array(
        select time from unnest(w.times || excluded.times) with ordinality as both_nodes(time,
          place)
        where time >= $3 group by time order by min(place) limit $4),
      latest = greatest(w.latest, excluded.latest)
    returning key, times`,
};
const mergeRefusals: Statement = {
  name: 'merge_look_up_refusals',
  text: `
    insert into status_refusal as r (address, account_id, times, latest)
    select address, account_id, times, (select max(time) from unnest(times) time)
    from (select address, account_id, times::bigint[] as times
          from unnest($1::text[], $2::integer[], $3::text[]) as m(address, account_id, times)) mine
    order by address, account_id
    on conflict (address, account_id) do update set
      times = array(select time from unnest(r.times || excluded.times) time where time >= $4
        order by time desc limit $5),
      latest = greatest(r.latest, excluded.latest)
    returning address, account_id as "accountId", times`,
};
const notify: Statement = { name: 'notify_look_ups', text: `select pg_notify($1, $2)` };
// The refusals that led to the block have done their work: after it, counting begins anew.
const insertBlocks: Statement = {
  name: 'insert_look_up_blocks',
  text: `
    with counted as (
      delete from status_refusal r using unnest($1::text[], $2::integer[]) as b(address, account_id)
      where r.address = b.address and r.account_id = b.account_id)
    insert into status_block as known (address, account_id, blocked_until, refusals, within_ms)
    select address, account_id, to_timestamp(until / 1000.0), $4, $5
    from unnest($1::text[], $2::integer[], $3::bigint[]) as b(address, account_id, until)
      order by address, account_id
    on conflict (address, account_id) do update set
      blocked_at = case when known.blocked_until < jokko_now() then jokko_now()
        else known.blocked_at end,
      blocked_until = greatest(known.blocked_until, excluded.blocked_until),
        refusals = excluded.refusals, within_ms = excluded.within_ms`,
};
const selectBlocks: Statement = {
  name: 'select_look_up_blocks',
  text: `select address, account_id as "accountId", blocked_at as "blockedAt",
    blocked_until as "blockedUntil", refusals, within_ms as "withinMs"
    from status_block where blocked_until > jokko_now() order by blocked_until desc, address,
      account_id`,
};
const deleteBlocks: Statement = {
  name: 'delete_look_up_blocks',
  text: `
    with counted as (delete from status_refusal where address = $1 and account_id = $2)
    delete from status_block where address = $1 and account_id = $2 and blocked_until > jokko_now()
    returning address, account_id as "accountId", blocked_at as "blockedAt",
      blocked_until as "blockedUntil", refusals, within_ms as "withinMs"`,
};
const deleteStaleWindows: Statement = {
  name: 'delete_stale_look_up_windows',
  text: `with stale as (select key from status_window where latest < $1 order by latest
    limit $2 for update skip locked)
    delete from status_window w using stale where w.key = stale.key returning 1`,
};
const deleteStaleRefusals: Statement = {
  name: 'delete_stale_look_up_refusals',
  text: `with stale as (select address, account_id from status_refusal where latest < $1
    order by latest limit $2 for update skip locked)
    delete from status_refusal r using stale where r.address = stale.address
      and r.account_id = stale.account_id returning 1`,
};
const deleteStaleBlocks: Statement = {
  name: 'delete_stale_look_up_blocks',
  text: `with stale as (
      select address, account_id from status_block where blocked_until < jokko_now()
        order by blocked_until limit $1 for update skip locked)
    delete from status_block b using stale where b.address = stale.address
      and b.account_id = stale.account_id returning 1`,
};
const countNodes: Statement = {
  name: 'count_living_nodes',
  text: `select count(*)::integer as living from node where lease_until > now()`,
};

/**
 * Counted status requests of one key, in parts of a millisecond on the database's clock (limit.ts).
 */
export interface Window {
  key: number;
  times: readonly number[];
}
/**
 * Whose status requests are counted or blocked together. Account 0 stands for calls without a key.
 */
export interface Caller {
  accountId: number;
  /** An address group (address-group.ts). */
  address: string;
}
/** Refused status requests, in ms on the database's clock. */
export interface Refusals extends Caller {
  times: readonly number[];
}
export interface Block extends Caller {
  blockedAt: Date;
  blockedUntil: Date;
  /**
   * Why: so many refused status requests within so long were too many. Null: blocked before this
   * was noted.
   */
  refusals: number | null;
  withinMs: number | null;
}

const arrayText = (values: readonly number[]): string => `{${values.join()}}`;

/**
 * Adds to the common windows; each key once. Answers what counts in them now, oldest entry first,
 * `limit` at most and none before `cutoff`.
 */
export async function mergeIntoWindows(
  session: Session,
  windows: readonly Window[],
  cutoff: number,
  limit: number,
): Promise<Window[]> {
  const values = [
    windows.map(({ key }) => key),
    windows.map(({ times }) => arrayText(times)),
    cutoff,
    limit,
  ];
  const rows = await session.query<{ key: bigint; times: string[] }>(mergeWindows, values);
  return rows.map(({ key, times }) => ({ key: Number(key), times: times.map(Number) }));
}

/**
 * Adds refusals; each caller once. Answers all that count, the newest `limit` of each and none
 * before `cutoff` (ms).
 */
export async function mergeIntoRefusals(
  session: Session,
  refusals: readonly Refusals[],
  cutoff: number,
  limit: number,
): Promise<Refusals[]> {
  const columns = [
    refusals.map(({ address }) => address),
    refusals.map(({ accountId }) => accountId),
  ];
  const values = [...columns, refusals.map(({ times }) => arrayText(times)), cutoff, limit];
  const rows = await session.query<Caller & { times: string[] }>(mergeRefusals, values);
  return rows.map(({ accountId, address, times }) => ({
    accountId,
    address,
    times: times.map(Number),
  }));
}

/** Tells all nodes, this one included. */
export async function publish(session: Session, channel: string, payload = ''): Promise<void> {
  await session.query(notify, [channel, payload]);
}

/** `until` in ms on the database's clock; `why`: what was too much. */
export async function storeBlocks(
  session: Session,
  blocks: readonly (Caller & { until: number })[],
  why: { refusals: number; withinMs: number },
): Promise<void> {
  const columns = [blocks.map(({ address }) => address), blocks.map(({ accountId }) => accountId)];
  await session.query(insertBlocks, [
    ...columns,
    blocks.map(({ until }) => Math.ceil(until)),
    why.refusals,
    why.withinMs,
  ]);
}

/** The blacklist as it is now, the longest lasting first. */
export function loadBlocks(session: Session): Promise<Block[]> {
  return session.query<Block>(selectBlocks);
}

/**
 * Takes callers at an address off the blacklist: of one account, 0 those without a key. Answers the
 * entry that was there.
 */
export function removeBlocks(
  session: Session,
  address: string,
  accountId: number,
): Promise<Block[]> {
  return session.query<Block>(deleteBlocks, [address, accountId]);
}

/**
 * Removes what no longer counts: windows and refusals before these moments, blocks that have ended.
 * Answers how many, `limit` of each kind at most.
 */
export async function removeStale(
  session: Session,
  windowCutoff: number,
  refusalCutoff: number,
  limit: number,
): Promise<number> {
  const removed = await Promise.all([
    session.query(deleteStaleWindows, [windowCutoff, limit]),
    session.query(deleteStaleRefusals, [refusalCutoff, limit]),
    session.query(deleteStaleBlocks, [limit]),
  ]);
  return removed.reduce((sum, rows) => sum + rows.length, 0);
}

/** Nodes whose lease lasts. */
export async function countLivingNodes(session: Session): Promise<number> {
  const [row] = await session.query<{ living: number }>(countNodes);
  return row!.living;
}
