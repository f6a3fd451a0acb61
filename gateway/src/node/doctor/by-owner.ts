// Reads what belongs to SMS batches, payout batches and the like in parts: all rows of a few owners
// at a time, found by the owners' numbers (decisions/0156).

import type { Session, Statement } from '../../platform/db/database.ts';
import type { Check, OwnerTables } from '../../platform/doctor/check.ts';
import type { PacedConnection } from '../../platform/doctor/pace.ts';
import { beginSnapshot, commit, setInSnapshot } from '../../platform/doctor/run-checks.ts';
import { columnsOf, emptied } from './hand.ts';

/** Looked up at once; their rows are counted before they are read. */
const ownersMax = 200;
const firstKey = '-1';

/** Each number is found by the one before, so that owners with many rows cost no more than others. */
const keysIn = ([table, column]: readonly [string, string]): string => `
  (with recursive k (id) as (
    (select ${column}::bigint from public.${table} where ${column} > $1::bigint order by ${column} limit 1)
    union all
    select (select ${column}::bigint from public.${table} where ${column} > k.id order by ${column} limit 1) from k where k.id is not null
  ) select id from k where id is not null limit $2)`;
const countIn = ([table, column]: readonly [string, string]): string =>
  `(select count(*) from (select from public.${table} where ${column} = any($1::bigint[]) limit $2) r)`;
const fill = (table: string, column: string, columns: string): Statement => ({
  name: `doctor-owners-${table}`,
  text: `insert into pg_temp.${table} (${columns}) select ${columns} from unnest($1::bigint[]) k(owner)
    cross join lateral (select * from public.${table} r where r.${column} = k.owner offset 0) r`,
});

/** Tables that the checks read by owners; `transfer` is in the hand without them. Other checks name the real ones: `public.sms_batch`. */
export const ownedTables = (checks: readonly Check[]): string[] => {
  const names = checks.flatMap(({ reach }) =>
    typeof reach === 'object' ? Object.keys(reach) : [],
  );
  return [...new Set(names)].filter((table) => table !== 'transfer');
};

/** Calls `check` for one part after the other, in a snapshot in which the hand's tables of these names have the part's rows alone. */
export async function eachOwnerPart(
  connection: PacedConnection,
  owned: OwnerTables,
  check: () => Promise<unknown>,
): Promise<void> {
  const tables = Object.entries(owned);
  const names = tables.map(([table]) => table);
  const fills = [
    { name: `doctor-owners-empty-${names.join('_')}`, text: `${emptied(...names)} select` },
  ];
  for (const [table, column] of tables)
    fills.push(fill(table, column, await columnsOf(connection, table)));
  for (let after: string | null = firstKey; after !== null;) {
    await beginSnapshot(connection);
    await setInSnapshot(connection, { enable_nestloop: 'on', enable_seqscan: 'off' });
    const owners: string[] = await nextOwners(connection, tables, after, connection.rows);
    const [empty, ...fillAll] = fills;
    await connection.query(empty!);
    for (const each of fillAll) await connection.query(each, [owners]);
    await setInSnapshot(connection, { enable_nestloop: 'off' });
    // Where there is none, what was found is nothing.
    if (owners.length > 0 || after === firstKey) await check();
    await connection.query(commit);
    connection.endPart();
    after = owners.at(-1) ?? null;
  }
}

/** At least one, where there is one: as many as have `rowsMax` rows together in each table at most. */
async function nextOwners(
  session: Session,
  tables: readonly (readonly [string, string])[],
  after: string,
  rowsMax: number,
): Promise<string[]> {
  const names = tables.map(([table]) => table).join('_');
  const keys = await session.query<{ id: bigint }>(
    {
      name: `doctor-owners-of-${names}`,
      text: `select id from (${tables.map(keysIn).join(' union ')}) k order by id limit $2`,
    },
    [after, ownersMax],
  );
  const countRows = {
    name: `doctor-owners-count-${names}`,
    text: `select ${tables.map(countIn).join(' + ')} as rows`,
  };
  for (let owners = keys.map(({ id }) => String(id)); ;) {
    if (owners.length <= 1) return owners;
    const [counted] = await session.query<{ rows: bigint }>(countRows, [owners, rowsMax + 1]);
    if (counted!.rows <= rowsMax) return owners;
    owners = owners.slice(0, Math.ceil(owners.length / 2));
  }
}
