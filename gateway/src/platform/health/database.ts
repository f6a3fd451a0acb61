// Reports the health of the database from PostgreSQL's own statistics: size, connections, tables,
// the oldest transaction, its log, whether it is archived, and whether it must be recovered.

import type { Session, Statement } from '../db/database.ts';

export interface DatabaseInfo {
  version: string;
  startedAt: Date;
  sizeBytes: number;
  connections: number;
  connectionsMax: number;
  /** In a transaction for longest, in seconds; null: none for more than a second. */
  longestTransactionSeconds: number | null;
  /** What it is doing, cut; never with its values. */
  longestTransaction: string | null;
  deadlocks: number;
  /** Of the blocks that were asked for. */
  cacheHitShare: number | null;
  archiving: boolean;
  archivedAt: Date | null;
  archiveFailedAt: Date | null;
  replicas: number;
  /** Why nothing is begun on it until `jokko recover`; null: it is in order. */
  recoveryReason: string | null;
  /** Not opened again since a recovery. */
  closedRoutes: string[];
  /** Null: this role may not know. */
  walBytes: number | null;
  tables: TableInfo[];
}

export interface TableInfo {
  name: string;
  totalBytes: number;
  liveRows: number;
  deadRows: number;
  vacuumedAt: Date | null;
}

const tablesMax = 15;

const selectFacts: Statement = {
  name: 'select_database_facts',
  text: `
    with longest as (
      select extract(epoch from now() - xact_start)::float8 as seconds, left(query, 200) as query from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend' and xact_start < now() - interval '1 second'
      order by xact_start limit 1
    )
    select current_setting('server_version') as version, pg_postmaster_start_time() as "startedAt",
      pg_database_size(current_database())::float8 as "sizeBytes",
      (select count(*)::integer from pg_stat_activity where backend_type = 'client backend') as connections,
      current_setting('max_connections')::integer as "connectionsMax",
      (select seconds from longest) as "longestTransactionSeconds", (select query from longest) as "longestTransaction",
      d.deadlocks::float8 as deadlocks,
      case when d.blks_hit + d.blks_read > 0 then d.blks_hit::float8 / (d.blks_hit + d.blks_read) end as "cacheHitShare",
      current_setting('archive_mode') <> 'off' as archiving, a.last_archived_time as "archivedAt", a.last_failed_time as "archiveFailedAt",
      (select count(*)::integer from pg_stat_replication) as replicas,
      (select recovery_reason from installation) as "recoveryReason", array(select route from closed_route order by route) as "closedRoutes"
    from pg_stat_database d cross join pg_stat_archiver a where d.datname = current_database()`,
};
const selectTables: Statement = {
  name: 'select_biggest_tables',
  text: `
    select name, bytes::float8 as "totalBytes", pg_stat_get_live_tuples(oid)::float8 as "liveRows", pg_stat_get_dead_tuples(oid)::float8 as "deadRows",
      greatest(pg_stat_get_last_vacuum_time(oid), pg_stat_get_last_autovacuum_time(oid)) as "vacuumedAt"
    from (
      -- Statistics of the biggest alone: the view pg_stat_user_tables asks for those of each table and each of its indexes.
      select oid, relname as name, pg_total_relation_size(oid) as bytes from pg_class
      where relkind = 'r' and relnamespace = 'public'::regnamespace order by bytes desc, name limit ${tablesMax}
    ) biggest order by bytes desc, name`,
};
const selectWal: Statement = {
  name: 'select_wal_size',
  text: 'select coalesce(sum(size), 0)::float8 as bytes from pg_ls_waldir()',
};

export async function readDatabase(session: Session): Promise<DatabaseInfo> {
  const [[details], tables, walBytes] = await Promise.all([
    session.query<Omit<DatabaseInfo, 'tables' | 'walBytes'>>(selectFacts),
    session.query<TableInfo>(selectTables),
    // A role of its own may not look into the server's directories.
    session.query<{ bytes: number }>(selectWal).then(
      ([row]) => row!.bytes,
      () => null,
    ),
  ]);
  return { ...details!, tables, walBytes };
}
