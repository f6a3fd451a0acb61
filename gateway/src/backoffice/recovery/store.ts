// The rows of a recovery: attempts that cannot be made again yet, closed routes, and the epoch.

import type { Session, Statement } from '../../platform/db/database.ts';
import { environment } from '../../platform/environment.ts';
import { entryOfJson, jsonOfEntry, type JournalEntry } from '../../payments/send-journal/index.ts';

const note: Statement = {
  name: 'note_forgotten_attempt',
  text: `
    insert into forgotten_attempt (account_id, operation_id, number, external_id, purpose, entry,
      reason)
    values ($1, $2, $3, $4, $5, $6, $7)
    on conflict (operation_id, number, account_id) do update set reason = excluded.reason`,
};

/** Keeps an attempt that cannot be made again for `reason`. */
export async function noteForgotten(
  session: Session,
  entry: JournalEntry,
  reason: string,
): Promise<void> {
  const { terms, attempt } = entry;
  await session.query(note, [
    terms.accountId,
    terms.id,
    attempt.number,
    terms.externalId,
    attempt.purpose,
    jsonOfEntry(entry),
    reason,
  ]);
}

const resolve: Statement = {
  name: 'resolve_forgotten_attempt',
  text: `
    update forgotten_attempt set resolved_at = jokko_now(), resolution = $4
    where operation_id = $2 and account_id = $1 and number = $3 and resolved_at is null
    returning number`,
};

/** Answers whether it was open. */
export async function resolveForgotten(
  session: Session,
  key: { accountId: number; id: string; number: number },
  resolution: string,
): Promise<boolean> {
  const rows = await session.query(resolve, [key.accountId, key.id, key.number, resolution]);
  return rows.length > 0;
}

export interface Forgotten {
  entry: JournalEntry;
  reason: string;
  notedAt: Date;
}

const openMax = 1_000;

const selectOpen: Statement = {
  name: 'select_forgotten_attempts',
  text: `
    select entry::text, reason, noted_at as "notedAt" from forgotten_attempt
    where resolved_at is null order by account_id, external_id, number limit ${openMax}`,
};

/** Those that are open, at most 1,000. */
export async function listForgotten(session: Session): Promise<Forgotten[]> {
  const rows = await session.query<{ entry: string; reason: string; notedAt: Date }>(selectOpen);
  return rows.map(({ entry, ...row }) => ({ ...row, entry: entryOfJson(entry) }));
}

const selectAccounts: Statement = {
  name: 'select_known_accounts',
  text: 'select id from account where id = any($1::integer[])',
};

export async function knownAccounts(
  session: Session,
  ids: readonly number[],
): Promise<ReadonlySet<number>> {
  const rows = await session.query<{ id: number }>(selectAccounts, [[...new Set(ids)]]);
  return new Set(rows.map(({ id }) => id));
}

const selectLeases: Statement = {
  name: 'select_living_nodes',
  text: 'select node_id as "nodeId", lease_until as "leaseUntil" from node where lease_until > now() order by node_id',
};

export const livingNodes = (session: Session): Promise<{ nodeId: string; leaseUntil: Date }[]> =>
  session.query(selectLeases);

export interface InstallationState {
  id: string;
  epoch: number;
  recoveryReason: string | null;
  recoveryFoundBy: string | null;
  closedRoutes: string[];
  /**
   * When a node last left its mark in this database: about when the backup was made, if it was
   * restored.
   */
  knownUntil: Date | null;
}

const selectState: Statement = {
  name: 'select_recovery_state',
  text: `
    select id, epoch, recovery_reason as "recoveryReason", recovery_found_by as "recoveryFoundBy",
      array(select route from closed_route order by route) as "closedRoutes",
      (select max(written_at) from high_water_mark) as "knownUntil"
    from installation`,
};

export async function readState(session: Session): Promise<InstallationState> {
  const [row] = await session.query<InstallationState>(selectState);
  return row!;
}

const beginEpoch: Statement = {
  name: 'begin_epoch',
  text: `
    with begun as (
      update installation set epoch = epoch + 1, sms_recovery_pending = true,
        home = (select format('%s/%s', (pg_control_system()).system_identifier, oid)
          from pg_database where datname = current_database()),
        recovery_reason = coalesce(recovery_reason, 'a recovery has begun and was not finished'),
        recovery_found_by = coalesce(recovery_found_by, 'jokko recover'),
          recovery_found_at = coalesce(recovery_found_at, now())
      where epoch = $2 and not exists (select from node where lease_until > now())
      returning epoch
    ), closed as (
      insert into closed_route (route, epoch)
      select route, epoch from begun cross join unnest($1::text[]) as r(route)
      on conflict (route) do update set epoch = excluded.epoch, closed_at = now()
    ), forgotten_marks as (
      delete from high_water_mark where exists (select from begun)
    )
    select epoch from begun`,
};

/**
 * Begins the epoch after `epoch`: all routes closed, all marks forgotten, messages that wait not to
 * be sent. Null: another recovery has begun it, or a node has started; nothing was changed.
 */
export async function beginNextEpoch(
  session: Session,
  epoch: number,
  routes: readonly string[],
): Promise<number | null> {
  const [row] = await session.query<{ epoch: number }>(beginEpoch, [routes, epoch]);
  return row?.epoch ?? null;
}

const releaseLeases: Statement = {
  name: 'release_leases_of_the_past',
  text: `
    with callbacks as (update callback set lease_owner = null where lease_owner is not null),
      nodes as (delete from node where lease_until <= now())
    select setval('node_incarnation_seq', $1)`,
};

/**
 * Nodes are numbered on from a random number below this: as many again are left before integers
 * end.
 */
const firstNumberMax = 1_000_000_000;

/**
 * What the restored database takes for leased is nobody's: its nodes are of the past. It would give
 * their numbers again, also those of nodes that started after the backup; a frozen one of them that
 * wakes must not pass for a new one (F18).
 */
export async function releaseOldLeases(session: Session): Promise<void> {
  await session.query(releaseLeases, [1 + Math.floor(environment.random() * firstNumberMax)]);
}

const finish: Statement = {
  name: 'finish_recovery',
  text: `update installation set recovery_reason = null, recovery_found_by = null,
    recovery_found_at = null`,
};

export async function finishRecovery(session: Session): Promise<void> {
  await session.query(finish);
}

const selectClosed: Statement = {
  name: 'select_closed_routes',
  text: 'select route, closed_at as "closedAt" from closed_route',
};

/** Since when each route is closed. */
export async function readClosedRoutes(session: Session): Promise<ReadonlyMap<string, Date>> {
  const rows = await session.query<{ route: string; closedAt: Date }>(selectClosed);
  return new Map(rows.map(({ route, closedAt }) => [route, closedAt]));
}

const open: Statement = {
  name: 'open_route',
  text: `delete from closed_route where route = $1 returning epoch`,
};

/** Answers the epoch at whose beginning it was closed; null: it is open. */
export async function openClosedRoute(session: Session, route: string): Promise<number | null> {
  const [row] = await session.query<{ epoch: number }>(open, [route]);
  return row?.epoch ?? null;
}
