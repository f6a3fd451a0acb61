// Reads the catalogs of PostgreSQL: one statement for each kind of object that our schema has, and
// one that finds what no other statement reads.

import type { Statement } from '../database.ts';

export interface Table {
  name: string;
  unlogged: boolean;
  /** Storage parameters: `fillfactor=50`. */
  options: string | null;
  /** `range (id)` of a table in partitions. */
  partitionedBy: string | null;
  /**
   * For a partition: of which table, and `for values …`. Its columns, constraints and indexes are
   * that table's.
   */
  partitionOf: string | null;
  bound: string | null;
}
export interface Column {
  table: string;
  name: string;
  type: string;
  required: boolean;
  /** '' none, 'a' always, 'd' by default. */
  identity: string;
  /** '' not, 's' stored. */
  generated: string;
  /** The default, or what a generated column is made of. */
  expression: string | null;
  /** Where it is not the type's own. */
  storage: string | null;
  collation: string | null;
}
export interface OfTable {
  table: string;
  definition: string;
}
export interface Constraint extends OfTable {
  name: string;
  kind: 'p' | 'u' | 'x' | 'c' | 'f';
}
export interface Sequence {
  name: string;
  type: string;
  start: bigint;
  increment: bigint;
  least: bigint;
  most: bigint;
  cache: bigint;
  cycle: boolean;
}

export const selectTables: Statement = {
  name: 'schema_tables',
  text: `
    select quote_ident(relname) as name, relpersistence = 'u' as unlogged,
      array_to_string(reloptions, ', ') as options,
      case when relkind = 'p' then pg_get_partkeydef(oid) end as "partitionedBy",
      case when relispartition
        then (select inhparent::regclass::text from pg_inherits where inhrelid = oid) end
        as "partitionOf",
      pg_get_expr(relpartbound, oid) as bound
    from pg_class
    where relkind in ('r', 'p') and relnamespace = current_schema()::regnamespace
    order by relname`,
};

export const selectColumns: Statement = {
  name: 'schema_columns',
  text: `
    select quote_ident(c.relname) as table, quote_ident(a.attname) as name,
      format_type(a.atttypid, a.atttypmod) as type, a.attnotnull as required,
      a.attidentity::text as identity, a.attgenerated::text as generated,
      pg_get_expr(d.adbin, d.adrelid, true) as expression,
      case when a.attstorage <> t.typstorage then a.attstorage::text end as storage,
      case when a.attcollation <> t.typcollation then a.attcollation::regcollation::text end
        as collation
    from pg_class c
      join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
      join pg_type t on t.oid = a.atttypid
      left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
    where c.relkind in ('r', 'p') and not c.relispartition
      and c.relnamespace = current_schema()::regnamespace
    order by c.relname, a.attnum`,
};

/** Not-null constraints, which newer servers list too, are told by the columns. */
export const selectConstraints: Statement = {
  name: 'schema_constraints',
  text: `
    select quote_ident(c.relname) as table, quote_ident(o.conname) as name, o.contype::text as kind,
      pg_get_constraintdef(o.oid, true) as definition
    from pg_constraint o join pg_class c on c.oid = o.conrelid
    where c.relnamespace = current_schema()::regnamespace and o.contype in ('p', 'u', 'x', 'c', 'f')
      and not c.relispartition
    order by c.relname, array_position('{p,u,x,c,f}', o.contype::text), o.conname`,
};

/** Without those that a constraint makes. */
export const selectIndexes: Statement = {
  name: 'schema_indexes',
  text: `
    select quote_ident(c.relname) as table,
      replace(pg_get_indexdef(i.indexrelid, 0, true), ' ON ONLY ', ' ON ') as definition
    from pg_index i
      join pg_class c on c.oid = i.indrelid
      join pg_class x on x.oid = i.indexrelid
    where c.relkind in ('r', 'p') and not c.relispartition
      and c.relnamespace = current_schema()::regnamespace
      and not exists (select from pg_constraint o
        where o.conindid = i.indexrelid and o.contype in ('p', 'u', 'x'))
    order by c.relname, x.relname`,
};

/** Those for rows come to a partition with its table. */
export const selectTriggers: Statement = {
  name: 'schema_triggers',
  text: `
    select quote_ident(c.relname) as table, pg_get_triggerdef(t.oid, true) as definition
    from pg_trigger t join pg_class c on c.oid = t.tgrelid
    where not t.tgisinternal and (not c.relispartition or t.tgtype & 1 = 0)
      and c.relnamespace = current_schema()::regnamespace
    order by c.relname, t.tgname`,
};

export const selectFunctions: Statement = {
  name: 'schema_functions',
  text: `
    select replace(pg_get_functiondef(oid), quote_ident(current_schema()) || '.', '') as definition
    from pg_proc
    where prokind in ('f', 'p') and pronamespace = current_schema()::regnamespace
    order by proname, pg_get_function_identity_arguments(oid)`,
};

/** Without those behind identity columns. */
export const selectSequences: Statement = {
  name: 'schema_sequences',
  text: `
    select quote_ident(c.relname) as name, format_type(s.seqtypid, null) as type,
      s.seqstart as start, s.seqincrement as increment, s.seqmin as least, s.seqmax as most,
      s.seqcache as cache, s.seqcycle as cycle
    from pg_sequence s join pg_class c on c.oid = s.seqrelid
    where c.relnamespace = current_schema()::regnamespace
      and not exists (select from pg_depend d
        where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'i')
    order by c.relname`,
};

/** Kinds of objects, and settings of the kinds above, that the statements above do not read. */
export const selectUndescribed: Statement = {
  name: 'schema_undescribed',
  text: `
    select relname::text as name from pg_class
      where relnamespace = current_schema()::regnamespace
        and (relkind not in ('r', 'i', 'S', 't', 'p', 'I') or relrowsecurity or relhasrules
          or relhassubclass and relkind = 'r' or relreplident not in ('d', 'n')
            or relacl is not null)
    union all select typname::text from pg_type
      where typnamespace = current_schema()::regnamespace and typtype not in ('c', 'b')
    union all select proname::text from pg_proc
      where pronamespace = current_schema()::regnamespace
        and (prokind not in ('f', 'p') or proacl is not null)
    union all select tgname::text from pg_trigger where not tgisinternal and tgenabled <> 'O'
    union all select extname::text from pg_extension where extname <> 'plpgsql'
    union all select evtname::text from pg_event_trigger
    union all select stxname::text from pg_statistic_ext
    order by 1`,
};
