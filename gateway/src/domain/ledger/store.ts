// How are balances and transfers stored? Used by the writers that hold the account lock.

import type { Session, Statement } from '../../db/database.ts';
import type { Transfer } from './postings.ts';

export interface BalanceRow {
  account_id: number;
  currency: string;
  available: bigint;
  held: bigint;
}

/** A transfer as it is written: below which account, for which operation or SMS batch, and the available balance after it. */
export interface TransferRow extends Transfer {
  accountId: number;
  operationId: string | null;
  /** Digits. */
  smsBatchId?: string;
  settlementId?: number;
  currency: string;
  availableAfter: bigint;
  note?: string;
}

const selectBalances: Statement = {
  name: 'select_balances',
  text: `select account_id, currency, available, held from balance where account_id = any($1::integer[])`,
};
const insertTransfers: Statement = {
  name: 'insert_transfers',
  text: `
    insert into transfer (account_id, operation_id, verb, debit, credit, amount, currency, available_after, note, sms_batch_id,
      settlement_id, created_at)
    select t.*, $2 from json_to_recordset($1::json)
      as t(a integer, o bigint, v text, d text, c text, m bigint, u text, f bigint, n text, s bigint, e integer)`,
};
const insertOwn: Statement = {
  name: 'insert_own_transfer',
  text: `insert into transfer (account_id, verb, debit, credit, amount, currency, available_after, note)
    values (0, $1, $2, $3, $4, $5, 0, $6) returning id`,
};
const upsertBalances: Statement = {
  name: 'upsert_balances',
  text: `
    insert into balance (account_id, currency, available, held)
    select * from json_to_recordset($1::json) as b(account_id integer, currency text, available bigint, held bigint)
    on conflict (account_id, currency) do update set available = excluded.available, held = excluded.held`,
};

/** All balances of the given accounts. Call under the account lock when they will be changed. */
export function loadBalances(session: Session, accountIds: number[]): Promise<BalanceRow[]> {
  return session.query(selectBalances, [accountIds]);
}

/** `now` as read under the account lock, from `jokko_now()`. */
export function writeTransfers(session: Session, transfers: TransferRow[], now: Date): Promise<unknown> {
  const rows = transfers.map((transfer) => ({
    a: transfer.accountId,
    o: transfer.operationId,
    v: transfer.verb,
    d: transfer.debit,
    c: transfer.credit,
    m: String(transfer.amount),
    u: transfer.currency,
    f: String(transfer.availableAfter),
    n: transfer.note,
    s: transfer.smsBatchId,
    e: transfer.settlementId,
  }));
  return session.query(insertTransfers, [JSON.stringify(rows), now]);
}

/** A transfer of our own money, which belongs to no developer and changes no balance that is stored: its account is 0. Answers its number. */
export async function writeOwnTransfer(session: Session, transfer: Transfer, currency: string, note: string): Promise<bigint> {
  const { verb, debit, credit, amount } = transfer;
  return (await session.query<{ id: bigint }>(insertOwn, [verb, debit, credit, amount, currency, note]))[0]!.id;
}

export function writeBalances(session: Session, balances: BalanceRow[]): Promise<unknown> {
  const rows = balances.map((row) => ({ ...row, available: String(row.available), held: String(row.held) }));
  return session.query(upsertBalances, [JSON.stringify(rows)]);
}
