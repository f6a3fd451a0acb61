// Reads what is open at the end of a round, and the balances of all accounts. What open operations
// hold and what each balance says are sums that must be of one moment: both are read in one
// snapshot, by statements that each read a few rows. The open operations themselves follow in
// parts.

import { heldBy } from '../../payments/ledger/checks.ts';
import type { PacedConnection } from '../../platform/doctor/pace.ts';
import { setInSnapshot } from '../../platform/doctor/run-checks.ts';
import type { HandTables } from './hand.ts';

interface OpenRow {
  id: string;
  account_id: number | null;
  currency: string | null;
  held: bigint | null;
}

/**
 * Each by an index that has the open rows alone; read by a cursor, so that no statement reads them
 * all.
 */
const cursors = {
  operations: `select id::text, account_id, currency, ${heldBy('operation')} as held
    from public.operation where next_step_at is not null`,
  callbacks: `select operation_id::text as id, null::integer as account_id, null as currency,
    null::bigint as held
    from public.callback where next_attempt_at is not null`,
  cases: `select operation_id::text as id, null::integer as account_id, null as currency,
    null::bigint as held
    from public.operation_case where resolved_at is null
      or resolved_at >= (select from_time from pg_temp.walk)`,
} as const;

const keep = {
  name: 'doctor-open-keep',
  text: `
    with r as (select * from unnest($1::bigint[], $2::integer[], $3::text[], $4::bigint[])
      with ordinality as r(id, account_id, currency, held, number)),
      kept as (insert into pg_temp.open_operation select $5 + number, id from r)
    insert into pg_temp.open_hold as h select account_id, currency, sum(held) from r
      where held is not null group by account_id, currency
    on conflict (account_id, currency) do update set held = h.held + excluded.held`,
};
const keepSettlements = {
  name: 'doctor-open-settlements',
  text: `
    insert into pg_temp.open_hold as h
      select account_id, currency, sum(${heldBy('settlement')}) from public.settlement
      where ${heldBy('settlement')} is not null group by account_id, currency
    on conflict (account_id, currency) do update set held = h.held + excluded.held`,
};

/** In the snapshot that has begun. Returns how many open operations there are. */
export async function readOpen(connection: PacedConnection): Promise<number> {
  await setInSnapshot(connection, { enable_nestloop: 'on', enable_seqscan: 'off' });
  let count = 0;
  for (const [name, text] of Object.entries(cursors)) {
    const cursor = `open_${name}`;
    await connection.query({
      name: `doctor-${cursor}`,
      text: `declare ${cursor} no scroll cursor for ${text}`,
    });
    for (;;) {
      const rows = await connection.query<OpenRow>({
        name: `doctor-${cursor}-rows-${connection.rows}`,
        text: `fetch forward ${connection.rows} from ${cursor}`,
      });
      if (rows.length === 0) break;
      await connection.query(keep, [
        rows.map(({ id }) => id),
        rows.map(({ account_id }) => account_id),
        rows.map(({ currency }) => currency),
        rows.map(({ held }) => (held === null ? null : String(held))),
        count,
      ]);
      count += rows.length;
    }
    await connection.query({ name: `doctor-${cursor}-end`, text: `close ${cursor}` });
  }
  await connection.query(keepSettlements);
  return count;
}

const accountsIn = (table: string, column = 'account_id') =>
  `(select distinct ${column} as id from ${table} where ${column} > $1 order by 1 limit $2)`;
const selectAccounts = {
  name: 'doctor-open-accounts',
  text: `select id from (${[
    accountsIn('public.account', 'id'),
    accountsIn('public.balance'),
    accountsIn('pg_temp.walked_account'),
    accountsIn('pg_temp.open_hold'),
  ].join(' union ')}) a order by id limit $2`,
};

/**
 * Takes one part of the accounts after the other, in the snapshot in which the open operations were
 * read.
 */
export async function eachAccountPart(
  connection: PacedConnection,
  hand: HandTables,
  check: (hasMoved: boolean) => Promise<void>,
): Promise<void> {
  for (let after = -1; ;) {
    await setInSnapshot(connection, { enable_nestloop: 'on', enable_seqscan: 'off' });
    const rows = await connection.query<{ id: number }>(selectAccounts, [after, connection.rows]);
    if (rows.length === 0) return;
    await check(await hand.takeAccounts(rows.map(({ id }) => id)));
    connection.endPart();
    after = rows.at(-1)!.id;
  }
}
