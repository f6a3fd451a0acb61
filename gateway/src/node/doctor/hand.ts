// Takes a part of the database into the doctor's hand: temporary tables with the names of the real
// ones, which hide them from the checks. A part is all of some operations, with each row that names
// one of them, and a stretch of the ledger of each account.

import type { Connection, Session } from '../../platform/db/database.ts';
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

/** Times of the database, as texts: the driver's dates have no microseconds. */
export interface Stretch {
  from: string;
  /** Null: what is open, and all that happened since `from`. */
  until: string | null;
}

export interface HandTables {
  take(stretch: Stretch): Promise<void>;
}

const named = (name: string, text: string) => ({ name: `doctor-hand-${name}`, text });

/** Makes the empty tables on the doctor's own connection, before the first snapshot, which may write to no others. */
export async function makeHandTables(connection: Connection): Promise<HandTables> {
  const columns = new Map<string, string>();
  for (const table of [...Object.keys(tables), 'transfer']) {
    const rows = await connection.query<{ name: string }>(
      named(
        'columns',
        `select quote_ident(attname) as name from pg_attribute where attrelid = ('public.' || $1)::regclass and attnum > 0 and not attisdropped order by attnum`,
      ),
      [table],
    );
    columns.set(table, rows.map(({ name }) => name).join(', '));
    await connection.query(
      named(
        `make-${table}`,
        `create temporary table ${table} (like public.${table}${table === 'transfer' ? ', in_ledger boolean' : ''}) on commit delete rows`,
      ),
    );
  }
  await connection.query(
    named(
      'make-opening',
      'create temporary table opening (account_id integer, currency text, last_transfer bigint, available bigint, held bigint) on commit delete rows',
    ),
  );
  await connection.query(
    named(
      'make-stretch',
      'create temporary table stretch (from_time timestamptz, until_time timestamptz) on commit delete rows',
    ),
  );
  await connection.query(
    named('make-ids', 'create temporary table hand (id bigint) on commit delete rows'),
  );
  return { take: (stretch) => take(connection, columns, stretch) };
}

const fillStretch = named('stretch', 'insert into pg_temp.stretch values ($1, $2)');
/** Of each account and currency, what the closed periods before `$1` have left. */
const fillOpening = named(
  'opening',
  `insert into pg_temp.opening select distinct on (account_id, currency) account_id, currency, last_transfer, available, held
    from proven_balance where until_time <= $1::timestamptz order by account_id, currency, until_time desc`,
);
/**
 * A stretch ends for each account with its last transfer of a time before `$2`, and what counts before that are numbers, not times: a
 * transaction has its time from its beginning and its number from the lock, and a clock may be set back. One that was proven ends where it did.
 */
const fillLedger = (columns: string) =>
  named(
    'ledger',
    `insert into pg_temp.transfer (${columns}, in_ledger)
    select ${prefixed('t', columns)}, true from (
      select account_id, currency, max(id) as last from (
        select account_id, currency, id from public.transfer where created_at >= $1::timestamptz and created_at < coalesce($2::timestamptz, 'infinity')
          and not exists (select from public.proven_period where until_time = $2::timestamptz)
        union all select account_id, currency, last_transfer from public.proven_balance where until_time = $2::timestamptz
        union all select account_id, currency, last_transfer from public.balance where $2::timestamptz is null
      ) moved group by account_id, currency
    ) b
      left join opening p on p.account_id = b.account_id and p.currency = b.currency
      join public.transfer t on t.account_id = b.account_id and t.currency = b.currency and t.id > coalesce(p.last_transfer, 0)
        and ($2::timestamptz is null or t.id <= b.last)`,
  );
const happened = (column: string) =>
  `${column} >= $1::timestamptz and ${column} < coalesce($2::timestamptz, 'infinity')`;
const fillIds = named(
  'ids',
  `insert into pg_temp.hand
    select id from public.operation where ${happened('created_at')}
    union select operation_id from public.operation_transition where ${happened('created_at')}
    union select operation_id from transfer where operation_id is not null
    union select operation_id from public.callback where ${happened('created_at')}`,
);
const fillOpenIds = named(
  'open-ids',
  `insert into pg_temp.hand
    select id from public.operation where next_step_at is not null
    union select operation_id from public.callback where next_attempt_at is not null
    union select operation_id from public.operation_case where resolved_at is null or resolved_at >= $1::timestamptz
    except select id from hand`,
);
const analyzeIds = named('analyze', 'analyze hand');
const fillTable = (table: keyof typeof tables, columns: string) =>
  named(
    table,
    `insert into pg_temp.${table} (${columns}) select ${prefixed('r', columns)} from hand h join public.${table} r on r.${tables[table]} = h.id`,
  );
const fillTransfers = (columns: string) =>
  named(
    'transfers',
    `insert into pg_temp.transfer (${columns}, in_ledger) select ${prefixed('t', columns)}, false from hand h join public.transfer t on t.operation_id = h.id
    where not exists (select from transfer l where l.account_id = t.account_id and l.id = t.id)`,
  );
const prefixed = (alias: string, columns: string): string =>
  columns
    .split(', ')
    .map((column) => `${alias}.${column}`)
    .join(', ');

/** Fills the tables in the snapshot that has begun. */
async function take(
  session: Session,
  columns: ReadonlyMap<string, string>,
  { from, until }: Stretch,
): Promise<void> {
  // Few rows of large tables, found by their keys.
  await setInSnapshot(session, { enable_nestloop: 'on' });
  await session.query(fillStretch, [from, until]);
  await session.query(fillOpening, [from]);
  await session.query(fillLedger(columns.get('transfer')!), [from, until]);
  await session.query(fillIds, [from, until]);
  if (until === null) await session.query(fillOpenIds, [from]);
  await session.query(analyzeIds);
  for (const table of Object.keys(tables) as (keyof typeof tables)[])
    await session.query(fillTable(table, columns.get(table)!));
  await session.query(fillTransfers(columns.get('transfer')!));
  await setInSnapshot(session, { enable_nestloop: 'off' });
}
