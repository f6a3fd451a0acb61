// Reports the health of the database from PostgreSQL's own statistics: size, connections, tables,
// the oldest transaction, its log, whether it is archived, and whether it must be recovered. Sizes
// are read for people alone: the server asks the disk for each file.

import type { Session, Statement } from '../db/database.ts';

/** What advice is derived from, every few seconds. */
export interface DatabaseState {
  version: string;
  startedAt: Date;
  connections: number;
  connectionsMax: number;
  /** In a transaction for longest, in seconds; null: none for more than a second. */
  longestTransactionSeconds: number | null;
  /** What it is doing, cut; never with its values. */
  longestTransaction: string | null;
  deadlocks: number;
  /** The share of the blocks that were asked for. */
  cacheHitShare: number | null;
  archiving: boolean;
  archivedAt: Date | null;
  archiveFailedAt: Date | null;
  replicas: number;
  /** Why nothing is begun on it until `jokko recover`; null: it is in order. */
  recoveryReason: string | null;
  /** Not opened again since a recovery. */
  closedRoutes: string[];
  /** Tables with the most dead rows. */
  mostDead: TableRows[];
}

export interface DatabaseInfo extends Omit<DatabaseState, 'mostDead'> {
  sizeBytes: number;
  /** Null: this role may not know. */
  walBytes: number | null;
  /** The biggest. */
  tables: TableInfo[];
}

export interface TableRows {
  name: string;
  liveRows: number;
  deadRows: number;
}

export interface TableInfo extends TableRows {
  totalBytes: number;
  vacuumedAt: Date | null;
}

const tablesMax = 15;

const selectFacts: Statement = {
  name: 'select_database_facts',
  text: `
    with longest as (
      select extract(epoch from now() - xact_start)::float8 as seconds,
        left(query, 200) as query from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()
        and backend_type = 'client backend' and xact_start < now() - interval '1 second'
      order by xact_start limit 1
    )
    select current_setting('server_version') as version, pg_postmaster_start_time() as "startedAt",
      (select count(*)::integer from pg_stat_activity where backend_type = 'client backend')
        as connections,
      current_setting('max_connections')::integer as "connectionsMax",
      (select seconds from longest) as "longestTransactionSeconds", (select query
        from longest) as "longestTransaction",
      d.deadlocks::float8 as deadlocks,
      case when d.blks_hit + d.blks_read > 0 then d.blks_hit::float8 / (d.blks_hit + d.blks_read)
        end as "cacheHitShare",
      current_setting('archive_mode') <> 'off' as archiving, a.last_archived_time as "archivedAt",
        a.last_failed_time as "archiveFailedAt",
      (select count(*)::integer from pg_stat_replication) as replicas,
      (select recovery_reason from installation) as "recoveryReason", array(select route
        from closed_route order by route) as "closedRoutes"
    from pg_stat_database d cross join pg_stat_archiver a where d.datname = current_database()`,
};
const ourTables = `pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace`;
const rowColumns = `name, pg_stat_get_live_tuples(oid)::float8 as "liveRows",
  pg_stat_get_dead_tuples(oid)::float8 as "deadRows"`;
const selectMostDead: Statement = {
  name: 'select_tables_of_dead_rows',
  text: `
    select ${rowColumns} from (
      select oid, relname as name from ${ourTables} order by pg_stat_get_dead_tuples(oid) desc,
        relname limit ${tablesMax}
    ) dead`,
};
const selectTables: Statement = {
  name: 'select_biggest_tables',
  text: `
    select ${rowColumns}, pg_total_relation_size(oid)::float8 as "totalBytes",
      greatest(pg_stat_get_last_vacuum_time(oid), pg_stat_get_last_autovacuum_time(oid))
        as "vacuumedAt"
    from (
      -- Statistics and indexes of the biggest alone: the view pg_stat_user_tables asks for those of
      -- each table, and so would its whole size.
      select oid, relname as name from ${ourTables}
      order by pg_relation_size(oid) + coalesce(pg_relation_size(nullif(reltoastrelid, 0)), 0) desc,
        relname limit ${tablesMax}
    ) biggest order by "totalBytes" desc, name`,
};
const selectSize: Statement = {
  name: 'select_database_size',
  text: 'select pg_database_size(current_database())::float8 as bytes',
};
const selectWal: Statement = {
  name: 'select_wal_size',
  text: 'select coalesce(sum(size), 0)::float8 as bytes from pg_ls_waldir()',
};

type Facts = Omit<DatabaseState, 'mostDead'>;

/** Without a look at any file. */
export async function readDatabaseState(session: Session): Promise<DatabaseState> {
  const [[facts], mostDead] = await Promise.all([
    session.query<Facts>(selectFacts),
    session.query<TableRows>(selectMostDead),
  ]);
  return { ...facts!, mostDead };
}

/** The same, and all that is shown of it. */
export async function readDatabase(
  session: Session,
): Promise<{ state: DatabaseState; details: DatabaseInfo }> {
  const [state, tables, [size], walBytes] = await Promise.all([
    readDatabaseState(session),
    session.query<TableInfo>(selectTables),
    session.query<{ bytes: number }>(selectSize),
    // A role of its own may not look into the server's directories.
    session.query<{ bytes: number }>(selectWal).then(
      ([row]) => row!.bytes,
      () => null,
    ),
  ]);
  const { mostDead: _, ...facts } = state;
  return { state, details: { ...facts, sizeBytes: size!.bytes, tables, walBytes } };
}
