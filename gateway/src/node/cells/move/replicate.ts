// Lets PostgreSQL copy a cell: a publication of its tables in the old database, a subscription in
// the new one, which copies what there is and then follows. Each function may be called again.

import {
  identifier,
  literal,
  type PlainConnection,
} from '../../../platform/db/plain-connection.ts';
import { listTables } from './tables.ts';

/** The name of the publication, the subscription and its slot. */
const nameOf = (cell: number): string => `jokko_move_${cell}`;

/** Tables without a key are found by whole rows. Partitions need it each. */
const selectUnkeyed = `
  select c.relname as name from pg_class c
  where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
    and c.relpersistence = 'p' and c.relreplident = 'd' and c.relname <> 'migration'
    and not exists (select from pg_index i where i.indrelid = c.oid and i.indisprimary)`;

export async function publishTables(old: PlainConnection, cell: number): Promise<void> {
  for (const { name } of await old.query<{ name: string }>(selectUnkeyed))
    await old.query(`alter table ${identifier(name)} replica identity full`);
  if ((await old.query('select from pg_publication where pubname = $1', [nameOf(cell)])).length > 0)
    return;
  const tables = (await listTables(old)).map(({ name }) => identifier(name)).join(', ');
  await old.query(
    `create publication ${nameOf(cell)} for table ${tables} with (publish_via_partition_root = true)`,
  );
}

export const isSubscribed = async (fresh: PlainConnection, cell: number): Promise<boolean> =>
  (await fresh.query('select from pg_subscription where subname = $1', [nameOf(cell)])).length > 0;

/** `oldUrl`: how the new server reaches the old one. */
export async function subscribe(
  fresh: PlainConnection,
  cell: number,
  oldUrl: string,
): Promise<void> {
  const name = nameOf(cell);
  await fresh.query(
    `create subscription ${name} connection ${literal(oldUrl)} publication ${name}`,
  );
}

const selectCopied = `
  select count(*)::integer as tables, count(*) filter (where srsubstate = 'r')::integer as copied
  from pg_subscription_rel r join pg_subscription s on s.oid = r.srsubid where s.subname = $1`;

/** How many tables there are, and how many are copied, so that their changes follow. */
export const readCopied = async (
  fresh: PlainConnection,
  cell: number,
): Promise<{ tables: number; copied: number }> =>
  (await fresh.query<{ tables: number; copied: number }>(selectCopied, [nameOf(cell)]))[0]!;

const selectLag = `
  select (pg_current_wal_lsn() - confirmed_flush_lsn)::bigint as bytes
  from pg_replication_slots where slot_name = $1`;

/** Bytes of the old server's log that the new one has not confirmed; null: nothing follows. */
export const readLag = async (old: PlainConnection, cell: number): Promise<number | null> => {
  const [row] = await old.query<{ bytes: bigint | null }>(selectLag, [nameOf(cell)]);
  return row?.bytes == null ? null : Number(row.bytes);
};

/** Ends following, with the slot in the old server where that can be reached. */
export async function unsubscribe(fresh: PlainConnection, cell: number): Promise<void> {
  if (!(await isSubscribed(fresh, cell))) return;
  const name = nameOf(cell);
  await fresh.query(`alter subscription ${name} disable`);
  try {
    await fresh.query(`drop subscription ${name}`);
  } catch {
    // The old server is away or has no slot; it is removed there.
    await fresh.query(`alter subscription ${name} set (slot_name = none)`);
    await fresh.query(`drop subscription ${name}`);
  }
}

/**
 * Those of the first copies have names that tell the subscription by a number that nobody
 * remembers.
 */
const dropSlots = `
  select pg_drop_replication_slot(slot_name) from pg_replication_slots
  where database = current_database() and not active
    and (slot_name = $1 or slot_name ~ '^pg_[0-9]+_sync_[0-9]+_')`;
const endSender = `
  select pg_terminate_backend(active_pid) from pg_replication_slots
  where slot_name = $1 and active_pid is not null`;

/** A slot that is left keeps the old server's log for ever. */
export async function unpublish(old: PlainConnection, cell: number): Promise<void> {
  await old.query(endSender, [nameOf(cell)]);
  await old.query(dropSlots, [nameOf(cell)]);
  await old.query(`drop publication if exists ${nameOf(cell)}`);
}
