// Reads what an upgrade must keep: how many rows each table has, how many values each column, every
// balance, and what the ledger's transfers come to. Compares it with what is there afterwards.

import type { Session, Statement } from '../../gateway/src/platform/db/database.ts';

export interface Facts {
  /** `account` and `account.name`: how many rows, and how many of them have a value. */
  counts: Map<string, number>;
  /** A line for each sum, such as `balance 2 XOF: 4200000 available, 100000 held`. */
  sums: Set<string>;
}

const selectColumns: Statement = {
  name: 'columns_of_facts',
  text: `
    select c.oid::regclass::text as table, array_agg(quote_ident(a.attname)
      order by a.attnum) as columns
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0
      and not a.attisdropped
    where c.relkind in ('r', 'p') and not c.relispartition
      and c.relnamespace = current_schema()::regnamespace
    group by c.oid`,
};

const selectSums: Statement = {
  name: 'sums_of_facts',
  text: `
    select format('balance %s %s: %s available, %s held', account_id, currency, available,
      held) as sum
    from balance
    union all
    select format('transfers %s %s %s from %s to %s: %s in %s', account_id, currency, verb, debit,
      credit, sum(amount), count(*))
    from transfer group by account_id, currency, verb, debit, credit
    union all
    select format('operations %s %s: %s in %s', account_id, state, sum(amount + commission),
      count(*))
    from operation group by account_id, state
    union all
    select format('audit log: %s %s', number, encode(hash, 'hex')) from audit_entry`,
};

export async function readFacts(session: Session): Promise<Facts> {
  const counts = new Map<string, number>();
  const tables = await session.query<{ table: string; columns: string[] }>(selectColumns);
  for (const { table, columns } of tables) {
    const values = columns.map((column) => `count(${column})::integer`).join(', ');
    const text = `select array[count(*)::integer, ${values}] as counts from ${table}`;
    // A migration may have added some since the connection read it last.
    const name = `facts_${table}_${columns.length}`;
    const [row] = await session.query<{ counts: number[] }>({ name, text });
    [table, ...columns.map((column) => `${table}.${column}`)].forEach((each, index) =>
      counts.set(each, row!.counts[index]!),
    );
  }
  const sums = await session.query<{ sum: string }>(selectSums);
  return { counts, sums: new Set(sums.map(({ sum }) => sum)) };
}

/**
 * What is missing or different after an upgrade; `given up`: tables and columns that a migration
 * removes on purpose.
 */
export function findLosses(
  before: Facts,
  after: Facts,
  givenUp: { readonly [name: string]: string } = {},
): string[] {
  const losses: string[] = [];
  for (const [name, count] of before.counts) {
    const left = after.counts.get(name);
    if (left === undefined && givenUp[name] === undefined) losses.push(`${name} is gone`);
    if (left !== undefined && left < count) losses.push(`${name}: ${count} before, ${left} after`);
  }
  for (const sum of before.sums) if (!after.sums.has(sum)) losses.push(`no longer so: ${sum}`);
  for (const sum of after.sums) if (!before.sums.has(sum)) losses.push(`not so before: ${sum}`);
  return losses;
}
