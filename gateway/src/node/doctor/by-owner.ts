// Reads what belongs to SMS batches, payout batches and the like in parts: all rows of a few owners
// at a time, found by the owners' numbers (decisions/0089).

import type { Session, Statement } from '../../platform/db/database.ts';
import { stretchesOf, type Stretch } from '../../platform/db/stretches.ts';
import type { Check, CheckPart, OwnerTables } from '../../platform/doctor/check.ts';
import type { PacedConnection } from '../../platform/doctor/pace.ts';
import { beginSnapshot, commit, setInSnapshot } from '../../platform/doctor/run-checks.ts';
import { columnsOf, emptied } from './hand.ts';

/** Looked up at once; their rows are counted before they are read. */
const ownersMax = 200;
const firstKey = '-1';

/** The key of an owner: a number, or the numbers of a row's key. */
type Key = readonly string[];
interface OwnerTable {
  table: string;
  key: readonly string[];
}

const names = (key: readonly string[], alias = ''): string[] =>
  key.map((_, at) => `${alias}k${at}`);
const arrays = (key: readonly string[]): string =>
  key.map((_, at) => `$${at + 1}::bigint[]`).join(', ');

/**
 * Each number is found by the one before, so that owners with many rows cost no more than others.
 */
function keysIn({ table, key }: OwnerTable): string {
  const next = (after: readonly string[]): string => `
    select ${key.map((column, at) => `${column}::bigint as k${at}`).join(', ')} from public.${table}
    where (${key.join(', ')}) > (${after.join(', ')}) order by ${key.join(', ')} limit 1`;
  return `
  (with recursive k as (
    (${next(key.map((_, at) => `$${at + 1}::bigint`))})
    union all
    select n.* from k cross join lateral (${next(names(key, 'k.'))}) n
  ) select * from k limit $${key.length + 1})`;
}
/** The rows `r` of some owners. */
const rowsIn = ({ table, key }: OwnerTable): string => `
  unnest(${arrays(key)}) k(${names(key).join(', ')}) cross join lateral (
    select * from public.${table} r
      where ${key.map((column, at) => `r.${column} = k.k${at}`).join(' and ')} offset 0) r`;
const countIn = (owned: OwnerTable): string =>
  `(select count(*) from (select from ${rowsIn(owned)} limit $${owned.key.length + 1}) r)`;
const fill = (owned: OwnerTable, columns: string): Statement => ({
  name: `doctor-owners-${owned.table}-${owned.key.join('-')}`,
  text: `insert into pg_temp.${owned.table} (${columns}) select ${columns} from ${rowsIn(owned)}`,
});

/**
 * Tables that the checks read by owners; `transfer` is in the hand without them. Other checks name
 * the real ones: `public.sms_batch`.
 */
export const ownedTables = (checks: readonly Check[]): string[] => {
  const reaches = checks.flatMap(({ reach, parts = [] }) => [
    reach,
    ...parts.map((part) => part.reach),
  ]);
  const tables = reaches.flatMap((reach) => (typeof reach === 'object' ? Object.keys(reach) : []));
  return [...new Set(tables)].filter((table) => table !== 'transfer');
};

/** Calls `check` for one part after the other, each in a snapshot of its own. */
export async function eachPart(
  connection: PacedConnection,
  part: CheckPart,
  check: () => Promise<unknown>,
): Promise<void> {
  if (part.reach === 'transfers') await eachTransferPart(connection, part.time, check);
  else await eachOwnerPart(connection, part.reach, check);
}

/**
 * Calls `check` for one part after the other, in a snapshot in which the hand's tables of these
 * names have the part's rows alone.
 */
export async function eachOwnerPart(
  connection: PacedConnection,
  owned: OwnerTables,
  check: () => Promise<unknown>,
): Promise<void> {
  const tables = Object.entries(owned).map(([table, key]) => ({ table, key: key.split(', ') }));
  const empty = emptyOf(tables.map(({ table }) => table));
  const fills: Statement[] = [];
  for (const each of tables) fills.push(fill(each, await columnsOf(connection, each.table)));
  const first = tables[0]!.key.map(() => firstKey);
  for (let after: Key | undefined = first; after !== undefined;) {
    const from: Key = after;
    let owners: Key[] = [];
    await inPart(connection, {
      empty,
      async fill() {
        owners = await nextOwners(connection, tables, from, connection.rows);
        for (const each of fills) await connection.query(each, columnsOfKeys(owners, from.length));
      },
      // Where there is none, what was found is nothing.
      check: async () => void ((owners.length > 0 || from === first) && (await check())),
    });
    after = owners.at(-1);
  }
}

/** One part: fills the hand's tables with its rows, by their keys alone, and checks them. */
async function inPart(
  connection: PacedConnection,
  part: { empty: Statement; fill(): Promise<unknown>; check(): Promise<unknown> },
): Promise<void> {
  await beginSnapshot(connection);
  await connection.query(part.empty);
  await setInSnapshot(connection, { enable_nestloop: 'on', enable_seqscan: 'off' });
  await part.fill();
  await setInSnapshot(connection, { enable_nestloop: 'off' });
  await part.check();
  await connection.query(commit);
  connection.endPart();
}

/** One stretch of transfers after the other, each with so many as the pace allows. */
async function eachTransferPart(
  connection: PacedConnection,
  time: string,
  check: () => Promise<unknown>,
): Promise<void> {
  const columns = await columnsOf(connection, 'transfer');
  const empty = emptyOf(['transfer']);
  const fillStretch = {
    name: 'doctor-transfers-of-stretch',
    text: `insert into pg_temp.transfer (${columns}) select ${columns} from public.transfer
      where created_at >= $1::timestamptz and created_at < $2::timestamptz`,
  };
  const [whole] = await connection.query<Stretch | { from: null }>({
    name: 'doctor-transfers-time',
    text: time,
  });
  // Something is to be said where there is nothing to be read.
  const stretches =
    whole === undefined || whole.from === null
      ? [{ from: 'infinity', until: 'infinity' }]
      : stretchesOf(connection, whole, { tables: ['transfer'], rowsMax: () => connection.rows });
  for await (const { from, until } of stretches)
    await inPart(connection, {
      empty,
      fill: () => connection.query(fillStretch, [from, until]),
      check,
    });
}

const emptyOf = (tables: readonly string[]): Statement => ({
  name: `doctor-owners-empty-${tables[0]}-${tables.length}`,
  text: `${emptied(...tables)} select`,
});

const columnsOfKeys = (keys: readonly Key[], columns: number): string[][] =>
  Array.from({ length: columns }, (_, at) => keys.map((key) => key[at]!));

/**
 * At least one, where there is one: as many as have `rowsMax` rows together in each table at most.
 */
async function nextOwners(
  session: Session,
  tables: readonly OwnerTable[],
  after: Key,
  rowsMax: number,
): Promise<Key[]> {
  const name = `${tables[0]!.table}-${tables.length}`;
  const numbers = names(after);
  const keys = await session.query<{ [column: string]: bigint }>(
    {
      name: `doctor-owners-of-${name}`,
      text: `select * from (${tables.map(keysIn).join(' union ')}) k order by ${numbers.join(', ')}
        limit $${after.length + 1}`,
    },
    [...after, ownersMax],
  );
  const countRows = {
    name: `doctor-owners-count-${name}`,
    text: `select ${tables.map(countIn).join(' + ')} as rows`,
  };
  for (let owners = keys.map((row) => numbers.map((column) => String(row[column]))); ;) {
    if (owners.length <= 1) return owners;
    const [counted] = await session.query<{ rows: bigint }>(countRows, [
      ...columnsOfKeys(owners, after.length),
      rowsMax + 1,
    ]);
    if (counted!.rows <= rowsMax) return owners;
    owners = owners.slice(0, Math.ceil(owners.length / 2));
  }
}
