// Makes the partitions of one period of ids: a table for each table of operations, with the ids of
// that period. A partition is made apart, like the newest one there is, and attached, which keeps
// nobody from reading or writing the others. Exchanges one for an empty one, for the archive.

import type { Session, Statement } from './database.ts';
import { firstIdOf, periodOf } from './scattered-ids.ts';

/**
 * Tables in partitions by ids of operations, SMS batches or callbacks, and the column that has
 * them.
 */
export const partitionedTables: { readonly [table: string]: string } = {
  operation_transition: 'operation_id',
  attempt: 'operation_id',
  attempt_request: 'operation_id',
  callback: 'operation_id',
  callback_body: 'operation_id',
  callback_attempt: 'operation_id',
};

export const partitionName = (table: string, period: number): string => `${table}_p${period}`;

/** The tables whose partitions go to the archive. */
export const archivedTables: readonly string[] = [
  'operation_transition',
  'attempt_request',
  'callback_body',
  'callback_attempt',
];

/**
 * The partition of `table` in which all these ids stand, or the table where they are of several
 * periods. What changes rows on the money path names it: through the table, PostgreSQL locks every
 * partition and prepares a scan of each for each execution (decision 0087).
 */
export function placeOf(table: string, ids: readonly string[]): string {
  const [period, ...others] = new Set(ids.map(periodOf));
  return period === undefined || others.length > 0 ? table : partitionName(table, period);
}

/** A partition that was taken out for the archive. */
export const detachedName = (table: string, period: number): string =>
  `${partitionName(table, period)}_archive`;

const selectPartition: Statement = {
  name: 'select_partition',
  text: `
    select array_to_string(reloptions, ', ') as options, pg_get_expr(relpartbound, oid) as bound
    from pg_class where oid = to_regclass($1)`,
};

interface Partition {
  /** Storage parameters. */
  options: string | null;
  /** `FOR VALUES FROM … TO …`. */
  bound: string;
}

/**
 * Makes a partition of each table for the ids of `period`, with the storage parameters of those of
 * `period - 1`. Call in a transaction; attaching waits for whoever attaches or detaches at the same
 * time, and for nobody else.
 */
export async function makePartitions(session: Session, period: number): Promise<void> {
  const bound = `for values from (${firstIdOf(period)}) to (${firstIdOf(period + 1)})`;
  for (const table of Object.keys(partitionedTables)) {
    const before = await findPartition(session, partitionName(table, period - 1));
    await makePartition(session, table, partitionName(table, period), {
      options: before?.options ?? null,
      bound,
    });
  }
}

/**
 * Takes a partition out, under the name `detachedName`, and puts an empty one in its place. Call in
 * a transaction that may lock the table.
 */
export async function replacePartition(
  session: Session,
  table: string,
  period: number,
): Promise<void> {
  const name = partitionName(table, period);
  const full = await findPartition(session, name);
  if (full === undefined) throw new Error(`${name} does not exist`);
  await session.query({
    name: `detach_${name}`,
    text: `alter table ${table} detach partition ${name}`,
  });
  const away = detachedName(table, period);
  await session.query({ name: `rename_${name}`, text: `alter table ${name} rename to ${away}` });
  await makePartition(session, table, name, full);
}

async function findPartition(session: Session, name: string): Promise<Partition | undefined> {
  return (await session.query<Partition>(selectPartition, [name]))[0];
}

async function makePartition(
  session: Session,
  table: string,
  name: string,
  { options, bound }: Partition,
): Promise<void> {
  const withOptions = options === null ? '' : `with (${options})`;
  await session.query({
    name: `make_${name}`,
    text: `
      create table ${name}
      (like ${table} including defaults including constraints including storage including
        compression)
      ${withOptions}`,
  });
  await session.query({
    name: `attach_${name}`,
    text: `alter table ${table} attach partition ${name} ${bound}`,
  });
  await copyStatementTriggers(session, table, name);
}

// Attaching brings the triggers for rows. Those for statements stand on the table that a statement
// names, which may be the partition.
const selectStatementTriggers: Statement = {
  name: 'select_statement_triggers',
  text: `
    select pg_get_triggerdef(oid) as definition from pg_trigger
    where tgrelid = to_regclass($1) and not tgisinternal and tgtype & 1 = 0`,
};

async function copyStatementTriggers(session: Session, table: string, name: string) {
  const triggers = await session.query<{ definition: string }>(selectStatementTriggers, [table]);
  for (const [index, trigger] of triggers.entries())
    await session.query({
      name: `trigger_${name}_${index}`,
      text: trigger.definition.replace(/ ON \S+ FOR EACH /, ` ON ${name} FOR EACH `),
    });
}

/**
 * SQL: `id` of these tables and of all their partitions, as the snapshot has them
 * (`pg_partition_tree` names one that was made since).
 */
export const withPartitions = (tables: readonly string[]): string => `
      with named as (
        select ('public.' || name)::regclass as id from unnest(array['${tables.join("', '")}'])
          as name
      )
      select id from named union all select inhrelid from pg_inherits join named
        on inhparent = named.id`;

/**
 * SQL condition: the history of the operation with this id is in files, and no longer in its
 * tables.
 */
export const isArchived = (id: string): string =>
  `exists (select from archive_period p where ${id} >= p.first_id and ${id} < p.end_id)`;
