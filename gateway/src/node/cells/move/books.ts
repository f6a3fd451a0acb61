// Compares the books of the two databases of a cell that moves. What no longer changes is compared
// before the accounts are closed, and the rest while nobody writes.

import type { PlainConnection } from '../../../platform/db/plain-connection.ts';

/** What is the same where the databases are: a digest of each part, by its name. */
export type Digests = ReadonlyMap<string, string>;

/** Up to where the past goes: the newest transfer of each account, and for our own a time. */
export interface Past {
  accounts: number[];
  upto: bigint[];
  ownUntil: Date;
}

const selectPast = `
  select account_id as account, max(last_transfer) as upto from balance group by account_id`;
/** Our own transfers have no order; of this age all are committed. */
const selectOwnUntil = `select jokko_now() - interval '2 minutes' as until`;

export async function readPast(old: PlainConnection): Promise<Past> {
  const rows = await old.query<{ account: number; upto: bigint }>(selectPast);
  const [own] = await old.query<{ until: Date }>(selectOwnUntil);
  return {
    accounts: rows.map(({ account }) => account),
    upto: rows.map(({ upto }) => upto),
    ownUntil: own!.until,
  };
}

/** Whole rows; their order does not matter. */
const rowsOf = (alias: string): string =>
  `count(*) || ' rows ' || coalesce(sum(hashtextextended(${alias}::text, 0)::numeric), 0)`;
const transfersOf = `${rowsOf('t')} || ' amount ' || coalesce(sum(t.amount), 0)`;

interface Part {
  name: string;
  digest: string;
}

const pastTransfers = `
  select 'transfers of account ' || t.account_id as name, ${transfersOf} as digest
  from unnest($1::integer[], $2::bigint[]) as past (account_id, upto)
    join transfer t on t.account_id = past.account_id and t.id <= past.upto
  group by t.account_id
  union all
  select 'own transfers', ${transfersOf} from transfer t where t.account_id = 0
    and t.created_at < $3`;

/** The digest of the transfers that nothing changes any more. Takes as long as they are many. */
export const digestPast = async (
  connection: PlainConnection,
  { accounts, upto, ownUntil }: Past,
): Promise<Digests> =>
  asMap(await connection.query<Part>(pastTransfers, [accounts, upto, ownUntil]));

const presentTransfers = `
  select 'newest transfers of account ' || a.id as name, t.digest
  from account a left join unnest($1::integer[], $2::bigint[]) as past (account_id, upto)
    on past.account_id = a.id
  cross join lateral (
    select ${transfersOf} as digest from transfer t
    where t.account_id = a.id and t.id > coalesce(past.upto, 0)) t
  union all
  select 'newest own transfers', ${transfersOf}
  from transfer t where t.account_id = 0 and t.created_at >= $3`;
const balances = `select 'balances of account ' || account_id as name, ${rowsOf('b')} as digest
  from balance b group by account_id`;
const openOperations = `select 'open operations of account ' || account_id as name,
  ${rowsOf('o')} as digest
  from operation o where next_step_at is not null group by account_id`;
const operationStates = `select 'operations of account ' || account_id || ' in ' || state as name,
  count(*)::text as digest
  from operation group by account_id, state`;

/**
 * Read for up to a second or so by one session; where there are more, the open ones alone are
 * compared.
 */
const countedOperationsMax = 1_000_000;
const estimate = `
  select coalesce(sum(greatest(reltuples, 0)), 0)::float8 as rows from pg_class
  where oid in (select 'operation'::regclass union all
    select inhrelid from pg_inherits where inhparent = 'operation'::regclass)`;

/** Whether there are few enough operations to count all of them while the accounts wait. */
export const areOperationsCounted = async (old: PlainConnection): Promise<boolean> =>
  (await old.query<{ rows: number }>(estimate))[0]!.rows <= countedOperationsMax;

/** The digest of everything that may have changed since `past`. */
export async function digestPresent(
  connection: PlainConnection,
  { accounts, upto, ownUntil }: Past,
  { countOperations }: { countOperations: boolean },
): Promise<Digests> {
  const parts = await connection.query<Part>(presentTransfers, [accounts, upto, ownUntil]);
  const others = [balances, openOperations, ...(countOperations ? [operationStates] : [])];
  for (const text of others) parts.push(...(await connection.query<Part>(text)));
  return asMap(parts);
}

const asMap = (parts: readonly Part[]): Digests =>
  new Map(parts.map(({ name, digest }) => [name, digest]));

/** The first part that differs, in a sentence; null: they are equal. */
export function differenceOfBooks(old: Digests, fresh: Digests): string | null {
  for (const name of new Set([...old.keys(), ...fresh.keys()])) {
    const [before, after] = [old.get(name) ?? 'nothing', fresh.get(name) ?? 'nothing'];
    if (before !== after) return `${name}: ${before} in the old database, ${after} in the new one`;
  }
  return null;
}
