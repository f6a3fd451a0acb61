// Makes the tables of the new database like those of the old one, empty, and keeps their partitions
// alike while nodes make new ones.

import { identifier, type PlainConnection } from '../../../platform/db/plain-connection.ts';

/** Tables with rows that a crash keeps; of those in partitions the whole, not the parts. */
const selectTables = `
  select c.relname as name, exists (
      select from pg_index i where i.indrelid = c.oid and i.indisprimary) as keyed
  from pg_class c
  where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
    and c.relpersistence = 'p' and not c.relispartition and c.relname <> 'migration'
  order by c.relname`;

const selectPartitions = `
  select c.relname as name, p.relname as whole, pg_get_expr(c.relpartbound, c.oid) as bound,
    array_to_string(c.reloptions, ', ') as options
  from pg_class c join pg_inherits i on i.inhrelid = c.oid join pg_class p on p.oid = i.inhparent
  where c.relnamespace = 'public'::regnamespace and c.relispartition and c.relkind = 'r'
  order by c.relname`;

/**
 * A partition gets the triggers for rows of the whole, and those for statements by its own name
 * (platform/db/partitions.ts).
 */
const selectOwnTriggers = `
  select pg_get_triggerdef(oid) as definition from pg_trigger
  where tgrelid = to_regclass($1) and not tgisinternal and tgparentid = 0`;

interface Partition {
  name: string;
  whole: string;
  bound: string;
  options: string | null;
}

/** Those that are copied. `keyed`: it has a primary key. */
export const listTables = (
  connection: PlainConnection,
): Promise<{ name: string; keyed: boolean }[]> => connection.query(selectTables);

/** What the migrations have written is copied like the rest. */
export async function emptyTables(fresh: PlainConnection): Promise<void> {
  for (const { name } of await listTables(fresh)) {
    const rows = await fresh.query(`select from ${identifier(name)} limit 1`);
    if (rows.length > 0) await fresh.query(`delete from ${identifier(name)}`);
  }
}

/** Makes the partitions that the new database lacks. Rows that arrived before them wait. */
export async function alignPartitions(old: PlainConnection, fresh: PlainConnection): Promise<void> {
  const present = new Set((await fresh.query<Partition>(selectPartitions)).map(({ name }) => name));
  for (const { name, whole, bound, options } of await old.query<Partition>(selectPartitions)) {
    if (present.has(name)) continue;
    const storage = options === null ? '' : `with (${options})`;
    await fresh.query(
      `create table ${identifier(name)} partition of ${identifier(whole)} ${bound} ${storage}`,
    );
    const triggers = await old.query<{ definition: string }>(selectOwnTriggers, [identifier(name)]);
    for (const { definition } of triggers) await fresh.query(definition);
  }
}

const selectSequences = `
  select sequencename as name, last_value as "last", start_value as "start",
    min_value as "min", max_value as "max" from pg_sequences where schemaname = 'public'`;

interface Sequence {
  name: string;
  /** Null: nothing was taken. */
  last: bigint | null;
  start: bigint;
  min: bigint;
  max: bigint;
}

/** The ranges of what the cell numbers. */
export async function copyRanges(old: PlainConnection, fresh: PlainConnection): Promise<void> {
  for (const { name, start, min, max } of await old.query<Sequence>(selectSequences))
    await fresh.query(
      `alter sequence ${identifier(name)} minvalue ${min} maxvalue ${max} start ${start} restart`,
    );
}

const setSequences = `
  select setval(quote_ident(name)::regclass, value, called)
  from unnest($1::text[], $2::bigint[], $3::boolean[]) as s (name, value, called)`;

/** Numbers go on where they were. Nobody takes any meanwhile. */
export async function copySequences(old: PlainConnection, fresh: PlainConnection): Promise<void> {
  const sequences = await old.query<Sequence>(selectSequences);
  await fresh.query(setSequences, [
    sequences.map(({ name }) => name),
    sequences.map(({ last, start }) => last ?? start),
    sequences.map(({ last }) => last !== null),
  ]);
}
