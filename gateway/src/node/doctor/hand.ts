// Takes a part of the database into the doctor's hand: temporary tables with the names of the real
// ones, which hide them from the checks. A part is all of some operations, with each row that names
// one of them, and a stretch of the ledger of each account. Parts follow each other in a walk,
// which remembers where the ledger of each account was left.

import type { Connection, Session } from '../../platform/db/database.ts';
import type { Stretch } from '../../platform/db/stretches.ts';
import { setInSnapshot } from '../../platform/doctor/run-checks.ts';

/** Tables with rows of operations, by the column that names the operation. */
const tables = {
  operation: 'id',
  attempt: 'operation_id',
  attempt_request: 'operation_id',
  operation_transition: 'operation_id',
  callback: 'operation_id',
  callback_body: 'operation_id',
  callback_attempt: 'operation_id',
} as const;
type HandTable = keyof typeof tables;
const handTables = Object.keys(tables) as HandTable[];

/**
 * What a walk goes through: from `from`, after which each account's ledger goes on, until
 * `provenUntil` where that period is proven.
 */
interface Walk {
  from: string;
  provenUntil: string | null;
}

export interface HandTables {
  /** Before the first part of a walk. */
  begin(walk: Walk): Promise<void>;
  /**
   * Operations made, moved or told about within the stretch, and the ledger up to its end.
   * `isLast`: of the walk.
   */
  takeStretch(stretch: Stretch, isLast: boolean): Promise<void>;
  /** The open operations with these numbers (open.ts), without a stretch of the ledger. */
  takeOpen(after: number, until: number): Promise<void>;
  /**
   * These accounts: their balances, and what has moved since the walk left their ledgers. False
   * where nothing has.
   */
  takeAccounts(accountIds: readonly number[]): Promise<boolean>;
  /** After the checks of a stretch: the next one goes on from its end. */
  leave(): Promise<void>;
}

const named = (name: string, text: string) => ({ name: `doctor-hand-${name}`, text });

/** What a part has, emptied before the next; and what a walk keeps. */
const ofPart = {
  stretch: 'from_time timestamptz, until_time timestamptz',
  moved: 'account_id integer, last bigint',
  hand: 'id bigint',
  opening: 'account_id integer, currency text, last_transfer bigint, available bigint, held bigint',
} as const;
const ofWalk = {
  walk: 'from_time timestamptz, proven_until timestamptz',
  walked_account: 'account_id integer primary key, last bigint not null',
  walked_balance:
    'account_id integer, currency text, last_transfer bigint, available bigint, held bigint, primary key (account_id, currency)',
  walked_proof: `account_id integer, currency text, transfers bigint, transfers_digest numeric, operations bigint, operations_digest numeric,
    primary key (account_id, currency)`,
  walked_changes: 'operations bigint, transitions bigint, transitions_digest numeric',
} as const;
/** What the present has besides (open.ts). */
const ofPresent = {
  open_operation: 'number bigint primary key, id bigint not null',
  open_hold: 'account_id integer, currency text, held numeric, primary key (account_id, currency)',
} as const;

/**
 * Makes the empty tables on the doctor's own connection, before the first snapshot, which may write
 * to no others. `owned`: those that are read by owners (by-owner.ts).
 */
export async function makeHandTables(
  connection: Connection,
  owned: readonly string[],
): Promise<HandTables> {
  const columns = new Map<string, string>();
  for (const table of [...handTables, 'transfer', 'operation_case', 'balance']) {
    columns.set(table, await columnsOf(connection, table));
    const more = table === 'transfer' ? ', in_ledger boolean' : '';
    await make(connection, table, `like public.${table}${more}`, 'delete');
  }
  for (const table of owned) await make(connection, table, `like public.${table}`, 'delete');
  for (const [table, shape] of Object.entries(ofPart))
    await make(connection, table, shape, 'delete');
  for (const [table, shape] of Object.entries({ ...ofWalk, ...ofPresent }))
    await make(connection, table, shape, 'preserve');
  return {
    begin: (walk) => begin(connection, walk),
    takeStretch: (stretch, isLast) => takeStretch(connection, columns, stretch, isLast),
    takeOpen: (after, until) => takeOpen(connection, columns, after, until),
    takeAccounts: (accountIds) => takeAccounts(connection, columns, accountIds),
    leave: () => leave(connection),
  };
}

/** Returns the columns of a real table, in their order. */
export async function columnsOf(session: Session, table: string): Promise<string> {
  const rows = await session.query<{ name: string }>(
    named(
      'columns',
      `select quote_ident(attname) as name from pg_attribute
        where attrelid = ('public.' || $1)::regclass and attnum > 0 and not attisdropped
        order by attnum`,
    ),
    [table],
  );
  return rows.map(({ name }) => name).join(', ');
}

const make = (connection: Connection, table: string, shape: string, rows: 'delete' | 'preserve') =>
  connection.query(
    named(`make-${table}`, `create temporary table ${table} (${shape}) on commit ${rows} rows`),
  );

export const emptied = (...names: string[]): string =>
  `with ${names.map((name) => `gone_${name} as (delete from pg_temp.${name})`).join(', ')} `;
const beginWalk = named(
  'begin-walk',
  `${emptied(...Object.keys(ofWalk), ...Object.keys(ofPresent))}, changes as (insert into pg_temp.walked_changes values (0, 0, 0))
    insert into pg_temp.walk values ($1, $2)`,
);
// The end of a transaction empties them, too; a part need not be the first of its transaction.
const empty = named(
  'empty',
  `${emptied(...handTables, 'transfer', 'operation_case', 'balance', ...Object.keys(ofPart))} select`,
);

// A walk's tables are read by keys, whatever the statistics of the real ones say: a row of the hand
// looks its rows up (`offset 0`).
const happened = (column: string) => `${column} >= $1::timestamptz and ${column} < $2::timestamptz`;
const fillStretch = named('stretch', 'insert into pg_temp.stretch values ($1, $2)');
/** Where a period was proven, each ledger ended there. */
const notAfterProof = (transfer: string) => `(w.proven_until is null or ${transfer}.id <= (
  select p.last_transfer from public.proven_balance p
  where p.account_id = ${transfer}.account_id and p.currency = ${transfer}.currency
    and p.until_time = w.proven_until))`;
/**
 * A stretch ends for each account with its last transfer of a time before `$2`, and what counts
 * before that are numbers, not times: a transaction has its time from its beginning and its number
 * from the lock, and a clock may be set back.
 */
const fillMoved = named(
  'moved',
  `insert into pg_temp.moved
    select account_id, max(last) from (
      select t.account_id, t.id as last from public.transfer t cross join pg_temp.walk w
        where ${happened('t.created_at')} and ${notAfterProof('t')}
      union all select account_id, null from public.operation where ${happened('created_at')}
      union all select p.account_id, p.last_transfer from public.proven_balance p where $3
        and p.until_time = (select proven_until from pg_temp.walk)
    ) seen group by account_id`,
);
const fillAccounts = named(
  'accounts',
  `insert into pg_temp.moved select a.id, (select max(last_transfer) from public.balance b
    where b.account_id = a.id) from unnest($1::integer[]) a(id)`,
);
/** Our own money, of account 0, has no balance. */
const meetAccounts = named(
  'meet-accounts',
  `with fresh as materialized (
      select account_id from pg_temp.moved m where not exists (select from pg_temp.walked_account a
        where a.account_id = m.account_id)
    ), found as (
      insert into pg_temp.walked_balance
      select f.account_id, b.currency, p.last_transfer, p.available, p.held from fresh f
        cross join lateral (
          select currency from public.balance where account_id = f.account_id
          union select currency from public.proven_balance where f.account_id = 0
            and account_id = 0 offset 0
        ) b
        cross join lateral (
          select last_transfer, available, held from public.proven_balance p
          where p.account_id = f.account_id and p.currency = b.currency
            and p.until_time <= (select from_time from pg_temp.walk)
          order by p.until_time desc limit 1
        ) p
      returning account_id, last_transfer
    )
    insert into pg_temp.walked_account
    select f.account_id, coalesce(max(found.last_transfer), 0) from fresh f left join found
      on found.account_id = f.account_id group by f.account_id`,
);
const fillOpening = named(
  'opening',
  `insert into pg_temp.opening select o.* from pg_temp.moved m
    cross join lateral (select * from pg_temp.walked_balance b
      where b.account_id = m.account_id offset 0) o`,
);
/**
 * Proofs of 0.1.0 ended each currency of an account by itself: a transfer may have the time of this
 * stretch and a number before that of another currency which is proven. No transaction lasts an
 * hour, so that later stretches have none.
 */
const fillPassedOver = (columns: string) =>
  named(
    'passed-over',
    `insert into pg_temp.transfer (${columns}, in_ledger)
    select ${prefixed('l', columns)}, true from (
        select t.* from public.transfer t cross join pg_temp.walk w
          where ${happened('t.created_at')} and ${notAfterProof('t')}
          and $1::timestamptz < (select from_time from pg_temp.walk) + interval '1 hour' offset 0
      ) l
      cross join lateral (select last from pg_temp.walked_account a
        where a.account_id = l.account_id offset 0) a
    where l.id <= a.last and l.id > coalesce(
      (select last_transfer from pg_temp.walked_balance b where b.account_id = l.account_id
        and b.currency = l.currency), 0)`,
  );
const fillLedger = (columns: string) =>
  named(
    'ledger',
    `insert into pg_temp.transfer (${columns}, in_ledger)
    select ${prefixed('l', columns)}, true from pg_temp.moved m
      cross join lateral (select last from pg_temp.walked_account a
        where a.account_id = m.account_id offset 0) a
      cross join lateral (
        select t.* from public.transfer t cross join pg_temp.walk w
        where t.account_id = m.account_id and t.id > a.last and t.id <= m.last
          and ${notAfterProof('t')} offset 0
      ) l`,
  );
const fillIds = named(
  'ids',
  `insert into pg_temp.hand
    select id from public.operation where ${happened('created_at')}
    union select operation_id from public.operation_transition where ${happened('created_at')}
    union select operation_id from pg_temp.transfer where operation_id is not null
    union select operation_id from public.callback where ${happened('created_at')}`,
);
const fillMovedIds = named(
  'moved-ids',
  `insert into pg_temp.hand select distinct operation_id from pg_temp.transfer
    where operation_id is not null`,
);
const fillOpenIds = named(
  'open-ids',
  `insert into pg_temp.hand select distinct id from pg_temp.open_operation where number > $1
    and number <= $2`,
);
const fillTable = (table: HandTable, columns: string) =>
  named(
    table,
    `insert into pg_temp.${table} (${columns}) select ${prefixed('r', columns)} from pg_temp.hand h
      cross join lateral (select * from public.${table} r where r.${tables[table]} = h.id offset 0)
        r`,
  );
const fillCases = (columns: string) =>
  named(
    'cases',
    `insert into pg_temp.operation_case (${columns}) select ${prefixed('c', columns)}
      from pg_temp.operation o
      cross join lateral (
        select * from public.operation_case c where c.account_id = o.account_id
          and c.operation_id = o.id and c.resolved_at is null offset 0
      ) c`,
  );
const fillTransfers = (columns: string) =>
  named(
    'transfers',
    `insert into pg_temp.transfer (${columns}, in_ledger)
      select ${prefixed('t', columns)}, false from pg_temp.hand h
        cross join lateral (select * from public.transfer t where t.operation_id = h.id offset 0) t
      where not exists (select from pg_temp.transfer l where l.account_id = t.account_id
        and l.id = t.id)`,
  );
const fillBalances = (columns: string) =>
  named(
    'balances',
    `insert into pg_temp.balance (${columns}) select ${prefixed('b', columns)} from pg_temp.moved m
      cross join lateral (select * from public.balance b where b.account_id = m.account_id offset 0)
        b`,
  );
const selectMoved = named('has-moved', 'select from pg_temp.transfer limit 1');
const leaveBalances = named(
  'leave-balances',
  `insert into pg_temp.walked_balance as b
    select account_id, currency, max(id),
      coalesce(sum(case 'available' when credit then amount when debit then -amount end) filter
        (where debit <> credit), 0),
      coalesce(sum(case 'held' when credit then amount when debit then -amount end) filter
        (where debit <> credit), 0)
    from pg_temp.transfer where in_ledger group by account_id, currency
    on conflict (account_id, currency) do update set last_transfer = excluded.last_transfer,
      available = b.available + excluded.available, held = b.held + excluded.held`,
);
const leaveAccounts = named(
  'leave-accounts',
  `update pg_temp.walked_account a set last = m.last from pg_temp.moved m
    where m.account_id = a.account_id and m.last > a.last`,
);
const prefixed = (alias: string, columns: string): string =>
  columns
    .split(', ')
    .map((column) => `${alias}.${column}`)
    .join(', ');

async function begin(connection: Connection, { from, provenUntil }: Walk): Promise<void> {
  await connection.query(beginWalk, [from, provenUntil]);
}

/** Fills in the snapshot that has begun; few rows of large tables are found by their keys. */
async function filling(session: Session, fill: () => Promise<void>): Promise<void> {
  await setInSnapshot(session, { enable_nestloop: 'on', enable_seqscan: 'off' });
  await session.query(empty);
  await fill();
  await setInSnapshot(session, { enable_nestloop: 'off' });
}

async function takeStretch(
  session: Session,
  columns: ReadonlyMap<string, string>,
  { from, until }: Stretch,
  isLast: boolean,
): Promise<void> {
  await filling(session, async () => {
    await session.query(fillStretch, [from, until]);
    await session.query(fillMoved, [from, until, isLast]);
    await takeLedger(session, columns);
    await session.query(fillPassedOver(columns.get('transfer')!), [from, until]);
    await session.query(fillIds, [from, until]);
    await takeOperations(session, columns);
  });
}

const takeOpen = (
  session: Session,
  columns: ReadonlyMap<string, string>,
  after: number,
  until: number,
): Promise<void> =>
  filling(session, async () => {
    await session.query(fillOpenIds, [after, until]);
    await takeOperations(session, columns);
  });

async function takeAccounts(
  session: Session,
  columns: ReadonlyMap<string, string>,
  accountIds: readonly number[],
): Promise<boolean> {
  let hasMoved = false;
  await filling(session, async () => {
    await session.query(fillAccounts, [accountIds]);
    await takeLedger(session, columns);
    await session.query(fillBalances(columns.get('balance')!));
    hasMoved = (await session.query(selectMoved)).length > 0;
    if (!hasMoved) return;
    await session.query(fillMovedIds);
    await takeOperations(session, columns);
  });
  return hasMoved;
}

async function takeLedger(session: Session, columns: ReadonlyMap<string, string>): Promise<void> {
  await session.query(meetAccounts);
  await session.query(fillOpening);
  await session.query(fillLedger(columns.get('transfer')!));
}

async function takeOperations(
  session: Session,
  columns: ReadonlyMap<string, string>,
): Promise<void> {
  for (const table of handTables) await session.query(fillTable(table, columns.get(table)!));
  await session.query(fillCases(columns.get('operation_case')!));
  await session.query(fillTransfers(columns.get('transfer')!));
}

async function leave(session: Session): Promise<void> {
  await session.query(leaveBalances);
  await session.query(leaveAccounts);
}
