// What lives cost the database: write-ahead log, heap, indexes, how many updates stayed in their
// row's place, and the dead rows that are left for autovacuum.

import pg from 'pg';
import type { Metric } from '../report.ts';
import type { Stack } from '../stack/index.ts';

interface Storage {
  walBytes: number;
  heapBytes: number;
  indexBytes: number;
  /** The part of these that `jokko archive` leaves in the database. */
  keptBytes: number;
  tables: TableCounts[];
}
interface TableCounts {
  name: string;
  live: number;
  dead: number;
  updates: number;
  hotUpdates: number;
}

/** The tables whose rows change while a payment lives. */
const changing = ['operation', 'attempt', 'callback', 'balance'];

/** The tables whose old partitions go to the archive (docs/archive.md). */
const archived = ['operation_transition', 'attempt_request', 'callback_body', 'callback_attempt'];

/**
 * Call before the first life; the returned function tells what was added for each of `count` lives
 * since.
 */
export async function watchStorage(stack: Stack): Promise<(count: number) => Promise<Metric[]>> {
  const before = await readStorage(stack);
  return async (count) => {
    const after = await readStorage(stack);
    const each = (name: string, now: number, then: number): Metric => ({
      name: `${name} for each`,
      value: count === 0 ? 0 : (now - then) / count,
      unit: 'B',
    });
    return [
      each('write-ahead log', after.walBytes, before.walBytes),
      each('heap', after.heapBytes, before.heapBytes),
      each('indexes', after.indexBytes, before.indexBytes),
      each('heap and indexes that the archive leaves', after.keptBytes, before.keptBytes),
      ...after.tables.flatMap(tableMetrics),
    ];
  };
}

const percent = (part: number, all: number): number => (all === 0 ? 0 : (100 * part) / all);

const tableMetrics = ({ name, live, dead, updates, hotUpdates }: TableCounts): Metric[] => [
  { name: `updates of ${name} in place`, value: percent(hotUpdates, updates), unit: '%' },
  { name: `dead rows of ${name}`, value: percent(dead, live + dead), unit: '%' },
];

async function readStorage(stack: Stack): Promise<Storage> {
  const client = new pg.Client({ connectionString: stack.databaseUrl });
  await client.connect();
  try {
    const { rows } = await client.query<Record<'wal' | 'heap' | 'indexes' | 'kept', string>>(
      `select pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0') as wal,
        sum(pg_table_size(oid)) as heap,
          sum(pg_indexes_size(oid)) as indexes,
          sum(pg_table_size(oid) + pg_indexes_size(oid))
            filter (where regexp_replace(relname, '_p[0-9]+$', '') <> all($1::text[])) as kept
        from pg_class where relkind in ('r', 'm') and relnamespace = 'public'::regnamespace`,
      [archived],
    );
    const tables = await client.query<TableCounts>(
      `select name, sum(live) as live, sum(dead) as dead, sum(updates) as updates,
        sum("hotUpdates") as "hotUpdates"
        from (
          select regexp_replace(relname, '_p[0-9]+$', '') as name, n_live_tup::float8 as live,
            n_dead_tup::float8 as dead,
            n_tup_upd::float8 as updates, n_tup_hot_upd::float8 as "hotUpdates"
          from pg_stat_user_tables
        ) part
        where name = any($1::text[]) group by name order by array_position($1::text[], name)`,
      [changing],
    );
    const { wal, heap, indexes, kept } = rows[0]!;
    return {
      walBytes: Number(wal),
      heapBytes: Number(heap),
      indexBytes: Number(indexes),
      keptBytes: Number(kept),
      tables: tables.rows,
    };
  } finally {
    await client.end();
  }
}
