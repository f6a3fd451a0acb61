// Reads the rows of a detached partition in the order of their keys, as the archive keeps them, and
// inserts rows of the archive again.

import type { Connection, Session, Statement } from '../../platform/db/database.ts';
import type { Column, Row } from './archive-file.ts';
import type { ColumnKind, Value } from './columns.ts';

/** Rows of one block of a file. */
const blockRows = 8_192;

const selectColumns: Statement = {
  name: 'select_archived_columns',
  text: `
    select attname::text as name, case
        when atttypid in ('int2'::regtype, 'int4'::regtype, 'int8'::regtype) then 'integer'
        when atttypid = 'timestamptz'::regtype then 'time'
        when atttypid = 'bool'::regtype then 'boolean'
        else 'text' end as kind
    from pg_attribute where attrelid = to_regclass($1) and attnum > 0 and not attisdropped
    order by attnum`,
};
const selectKey: Statement = {
  name: 'select_partition_key',
  text: `
    select string_agg(quote_ident(a.attname), ', ' order by k.place) as key
    from pg_index i
      cross join lateral unnest(i.indkey) with ordinality as k(number, place)
      join pg_attribute a on a.attrelid = i.indrelid and a.attnum = k.number
    where i.indrelid = to_regclass($1) and i.indisprimary`,
};

/** Reads the columns of a table or a partition. */
export const readColumns = (session: Session, table: string): Promise<Column[]> =>
  session.query<Column>(selectColumns, [table]);

const read: { [kind in ColumnKind]: (column: string) => string } = {
  integer: (column) => `${column}::bigint`,
  time: (column) => `(extract(epoch from ${column}) * 1000000)::bigint`,
  boolean: (column) => column,
  text: (column) => `${column}::text`,
};

/** All rows, some thousand at a time. Call in a transaction, in which `name` is used once. */
export async function* readPartition(
  session: Session,
  table: string,
  columns: readonly Column[],
  name: string,
): AsyncGenerator<Row[]> {
  const [{ key } = { key: '' }] = await session.query<{ key: string }>(selectKey, [table]);
  const list = columns.map(({ name: column, kind }) => `${read[kind](column)} as ${column}`);
  await session.query({
    name: `declare_${name}`,
    text: `declare ${name} no scroll cursor for select ${list.join(', ')} from ${table} order by ${key}`,
  });
  for (;;) {
    const rows = await session.query<{ [column: string]: Value }>({
      name: `fetch_${name}`,
      text: `fetch ${blockRows} from ${name}`,
    });
    if (rows.length > 0) yield rows.map((row) => columns.map((column) => row[column.name]!));
    if (rows.length < blockRows) break;
  }
}

const written: { [kind in ColumnKind]: (value: string) => string } = {
  integer: (value) => value,
  time: (value) => `(timestamptz 'epoch' + ${value}::bigint * interval '1 microsecond')`,
  boolean: (value) => value,
  text: (value) => value,
};

/** Where a file and the table of today differ, as `table.column`. */
export interface ChangedColumns {
  /** The table has got them since: they have their defaults. */
  filled: string[];
  /** The table has them no more: what they held stays in the file. */
  left: string[];
}

export async function changedColumns(
  session: Session,
  table: string,
  columns: readonly Column[],
): Promise<ChangedColumns> {
  const typeOf = await readTypes(session, table);
  const archived = new Set(columns.map(({ name }) => name));
  const named = (names: readonly string[]) => names.map((name) => `${table}.${name}`);
  return {
    filled: named([...typeOf.keys()].filter((name) => !archived.has(name))),
    left: named([...archived].filter((name) => !typeOf.has(name))),
  };
}

/** Inserts rows as they were, but for what `changedColumns` says. */
export async function insertRows(
  connection: Connection,
  table: string,
  archived: readonly Column[],
  rows: readonly Row[],
): Promise<void> {
  const typeOf = await readTypes(connection, table);
  const columns = archived.filter(({ name }) => typeOf.has(name));
  const names = columns.map(({ name }) => name);
  const from = columns.map(({ name, kind }) => `${name} ${typeIn(kind, typeOf.get(name)!)}`);
  const values = columns.map(
    ({ name, kind }) => `${written[kind](`r.${name}`)}::${typeOf.get(name)}`,
  );
  const places = columns.map((column) => archived.indexOf(column));
  await connection.query(
    {
      name: `restore_${table}`,
      text: `
        insert into ${table} (${names.join(', ')}) overriding system value
        select ${values.join(', ')}
        from json_to_recordset($1::json) as r(${from.join(', ')})`,
    },
    [
      JSON.stringify(
        rows.map((row) =>
          objectOf(
            names,
            places.map((place) => row[place]!),
          ),
        ),
      ),
    ],
  );
}

const selectTypes: Statement = {
  name: 'select_archived_types',
  text: `
    select attname::text as name, format_type(atttypid, atttypmod) as type
    from pg_attribute where attrelid = to_regclass($1) and attnum > 0 and not attisdropped`,
};

async function readTypes(session: Session, table: string): Promise<Map<string, string>> {
  const types = await session.query<{ name: string; type: string }>(selectTypes, [table]);
  return new Map(types.map(({ name, type }) => [name, type]));
}

/** JSON has no type of its own for what travels as text. */
const typeIn = (kind: ColumnKind, type: string): string =>
  kind === 'time' ? 'bigint' : kind === 'text' ? 'text' : type;

const objectOf = (names: readonly string[], row: Row): { [name: string]: Value | string } =>
  Object.fromEntries(
    names.map((name, index) => {
      const value = row[index]!;
      return [name, typeof value === 'bigint' ? String(value) : value];
    }),
  );
