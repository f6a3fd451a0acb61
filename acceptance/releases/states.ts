// Finds, in the catalogs of PostgreSQL, every table of a database and every value that a constraint
// allows a column, and says which of them no row has.

import type { State } from '../../gateway/src/payments/operations/model/states.ts';
import type { Session, Statement } from '../../gateway/src/platform/db/database.ts';

const selectTables: Statement = {
  name: 'tables_of_schema',
  text: `
    select relname::text as table from pg_class
    where relkind in ('r', 'p') and not relispartition
      and relnamespace = current_schema()::regnamespace order by relname`,
};

const selectChecks: Statement = {
  name: 'checks_of_schema',
  text: `
    select c.relname::text as table, pg_get_constraintdef(o.oid, true) as definition
    from pg_constraint o join pg_class c on c.oid = o.conrelid
    where o.contype = 'c' and not c.relispartition
      and c.relnamespace = current_schema()::regnamespace
    order by c.relname, o.conname`,
};

/**
 * `state = ANY (ARRAY['open'::text, …])`, and `topics <@ ARRAY[…]` of a column with several values.
 */
const listed = /\b(\w+) (= ANY \(|<@ )ARRAY\[([^\]]*)\]/g;
const literal = /'([^']*)'::text/g;

/** Columns whose values the program decides alone. */
const operationStates: { readonly [state in State]: true } = {
  READY: true,
  PARKED: true,
  SENDING: true,
  ACCEPTED: true,
  UNKNOWN: true,
  SUCCESS: true,
  FAILED: true,
  CANCELED: true,
  REFUNDING: true,
  REFUNDED: true,
};
const unconstrained: { readonly [column: string]: readonly string[] } = {
  'operation.state': Object.keys(operationStates),
};

/** `payout_batch.state = draft`, and `payout_batch` for the table itself. */
export type Occurrence = string;

/** All that the schema knows, and what of it no row has. */
export async function findAbsent(
  session: Session,
): Promise<{ absent: Occurrence[]; known: Occurrence[] }> {
  const tables = await session.query<{ table: string }>(selectTables);
  const checks = await session.query<{ table: string; definition: string }>(selectChecks);
  const wanted = new Map<Occurrence, string>();
  for (const { table } of tables)
    wanted.set(table, `select exists (select from ${table}) as found`);
  const want = (table: string, column: string, value: string, condition: string): void =>
    void wanted.set(
      `${table}.${column} = ${value}`,
      `select exists (select from ${table} where ${condition}) as found`,
    );
  for (const { table, definition } of checks)
    for (const [, column = '', operator, values = ''] of definition.matchAll(listed))
      for (const [, value = ''] of values.matchAll(literal))
        want(
          table,
          column,
          value,
          `'${value}' = ${operator === '<@ ' ? `any(${column})` : column}`,
        );
  for (const [name, values] of Object.entries(unconstrained)) {
    const [table = '', column = ''] = name.split('.');
    for (const value of values) want(table, column, value, `'${value}' = ${column}`);
  }
  const text = [...wanted.values()].join('\nunion all ');
  const found = await session.query<{ found: boolean }>({ name: 'occurrences', text });
  const known = [...wanted.keys()];
  return { known, absent: known.filter((_, index) => !found[index]!.found) };
}
