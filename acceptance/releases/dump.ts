// Writes all of a database as plain SQL, which `psql` and a client both run, and fills an empty
// database with it. The embedded PostgreSQL comes without pg_dump.

import { gunzipSync, gzipSync } from 'node:zlib';
import { connectClient } from '../../gateway/src/platform/db/connect.ts';
import { openDatabase } from '../../gateway/src/platform/db/database.ts';
import type { Session, Statement } from '../../gateway/src/platform/db/database.ts';
import { dumpSchema } from '../../gateway/src/platform/db/testing/schema-dump.ts';

interface TableColumns {
  table: string;
  /** Without generated ones. */
  columns: string[];
}

/** A partition's rows are read and written through its table. */
const selectTables: Statement = {
  name: 'dump_tables',
  text: `
    select c.oid::regclass::text as table, array_agg(quote_ident(a.attname)
      order by a.attnum) as columns
    from pg_class c
      join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
        and a.attgenerated = ''
    where c.relkind in ('r', 'p') and not c.relispartition
      and c.relnamespace = current_schema()::regnamespace
    group by c.oid, c.relname order by c.relname`,
};

/** Sequences of identity columns, too. */
const selectSequences: Statement = {
  name: 'dump_sequences',
  text: `
    select format('select setval(%L, %s, %L);', c.oid::regclass::text,
        coalesce(s.last_value, s.start_value), s.last_value is not null) as statement
    from pg_class c join pg_sequences s on s.sequencename = c.relname
      and s.schemaname = current_schema()
    where c.relkind = 'S' and c.relnamespace = current_schema()::regnamespace
    order by c.relname`,
};

/** Rows are put as they were: no trigger refuses or adds any, no reference is looked up. */
const head = `set session_replication_role = replica;`;
const rowsPerStatement = 200;

/**
 * The database as it is at one moment, compressed; `look` sees the same moment. Nodes may be at
 * work.
 */
export async function writeDump(
  url: string,
  look: (session: Session) => Promise<void> = () => Promise.resolve(),
): Promise<Buffer> {
  const database = openDatabase(url);
  const session = await database.connect('report');
  try {
    await session.query({ name: 'begin', text: 'begin isolation level repeatable read read only' });
    await look(session);
    const parts = [head, await dumpSchema(session)];
    for (const table of await session.query<TableColumns>(selectTables))
      parts.push(...(await dumpRows(session, table)));
    const sequences = await session.query<{ statement: string }>(selectSequences);
    parts.push(...sequences.map(({ statement }) => statement));
    await session.query({ name: 'rollback', text: 'rollback' });
    return gzipSync(`${parts.join('\n')}\n`, { level: 9 });
  } finally {
    await session.close();
    await database.close();
  }
}

async function dumpRows(session: Session, { table, columns }: TableColumns): Promise<string[]> {
  const values = columns.map((column) => `quote_nullable(${column}::text)`).join(', ');
  const text = `select concat('(', concat_ws(', ', ${values}), ')') as row from ${table}
    order by 1`;
  const rows = await session.query<{ row: string }>({ name: `dump_${table}`, text });
  const statements: string[] = [];
  for (let from = 0; from < rows.length; from += rowsPerStatement) {
    const some = rows.slice(from, from + rowsPerStatement).map(({ row }) => row);
    statements.push(
      `insert into ${table} (${columns.join(', ')}) overriding system value
        values\n${some.join(',\n')};`,
    );
  }
  return statements;
}

/** Fills an empty database; `url` is a superuser's. */
export async function restoreDump(url: string, dump: Buffer): Promise<void> {
  const client = await connectClient(url, { purpose: 'migration' });
  try {
    await client.query(gunzipSync(dump).toString('utf8'));
  } finally {
    await client.end();
  }
}
