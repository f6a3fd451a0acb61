// Stores balances and transfers. Used by the writers that hold the account lock.

import type { Session, Statement } from '../../platform/db/database.ts';
import type { Transfer } from './postings.ts';

export interface BalanceRow {
  account_id: number;
  currency: string;
  available: bigint;
  held: bigint;
  numbering: Numbering;
}

/** What all balances of one account share: the number of its newest transfer, 0 for none. */
export interface Numbering {
  last: bigint;
}

/**
 * A transfer as it is written: below which account, for which operation or SMS batch, and the
 * available balance after it.
 */
export interface TransferRow extends Transfer {
  accountId: number;
  /**
   * Its place among the account's transfers (`takeNumber`); null for our own money, whose order
   * nothing depends on.
   */
  number: bigint | null;
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
  text: `select account_id, currency, available, held, last_transfer from balance
    where account_id = any($1::integer[])`,
};
const insertTransfers: Statement = {
  name: 'insert_transfers',
  text: `
    insert into transfer (account_id, id, operation_id, verb, debit, credit, amount, currency,
      available_after, note, sms_batch_id,
      settlement_id, created_at)
    select a, coalesce(i, nextval('own_transfer_seq')), o, v, d, c, m, u, f, n, s, e, $2
      from json_to_recordset($1::json)
      as t(a integer, i bigint, o bigint, v text, d text, c text, m bigint, u text, f bigint,
        n text, s bigint, e integer)`,
};
const insertOwn: Statement = {
  name: 'insert_own_transfer',
  text: `insert into transfer (account_id, id, verb, debit, credit, amount, currency,
    available_after, note)
    values (0, nextval('own_transfer_seq'), $1, $2, $3, $4, $5, 0, $6) returning id`,
};
const upsertBalances: Statement = {
  name: 'upsert_balances',
  text: `
    insert into balance (account_id, currency, available, held, last_transfer)
    select * from json_to_recordset($1::json) as b(account_id integer, currency text,
      available bigint, held bigint, last_transfer bigint)
    on conflict (account_id, currency) do update
      set available = excluded.available, held = excluded.held,
        last_transfer = excluded.last_transfer`,
};

/** All balances of the given accounts. Call under the account lock when they will be changed. */
export async function loadBalances(session: Session, accountIds: number[]): Promise<BalanceRow[]> {
  const rows = await session.query<Omit<BalanceRow, 'numbering'> & { last_transfer: bigint }>(
    selectBalances,
    [accountIds],
  );
  const numberings = new Map<number, Numbering>();
  return rows.map(({ account_id, currency, available, held, last_transfer }) => {
    const numbering = numberings.get(account_id) ?? { last: 0n };
    numberings.set(account_id, numbering);
    // The balance that moved last has the account's newest number.
    if (last_transfer > numbering.last) numbering.last = last_transfer;
    return { account_id, currency, available, held, numbering };
  });
}

/**
 * A balance of zero in a currency in which the account has none. `others`: all that it has, in
 * other currencies.
 */
export const emptyBalance = (
  accountId: number,
  currency: string,
  others: Iterable<BalanceRow>,
): BalanceRow => ({
  account_id: accountId,
  currency,
  available: 0n,
  held: 0n,
  numbering: numberingOf(accountId, others) ?? { last: 0n },
});

function numberingOf(accountId: number, balances: Iterable<BalanceRow>): Numbering | undefined {
  for (const balance of balances) if (balance.account_id === accountId) return balance.numbering;
  return undefined;
}

/**
 * The number of the account's next transfer. Call under the account's lock, and write the balance
 * with the transfer.
 */
export const takeNumber = ({ numbering }: BalanceRow): bigint => ++numbering.last;

/** `now` as read under the account lock, from `jokko_now()`. */
export function writeTransfers(
  session: Session,
  transfers: TransferRow[],
  now: Date,
): Promise<unknown> {
  const rows = transfers.map((transfer) => ({
    a: transfer.accountId,
    i: transfer.number === null ? null : String(transfer.number),
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

/**
 * A transfer of our own money, which belongs to no developer and changes no balance that is stored:
 * its account is 0. Answers its number.
 */
export async function writeOwnTransfer(
  session: Session,
  transfer: Transfer,
  currency: string,
  note: string,
): Promise<bigint> {
  const { verb, debit, credit, amount } = transfer;
  return (
    await session.query<{ id: bigint }>(insertOwn, [verb, debit, credit, amount, currency, note])
  )[0]!.id;
}

export function writeBalances(session: Session, balances: BalanceRow[]): Promise<unknown> {
  const rows = balances.map(({ account_id, currency, available, held, numbering }) => ({
    account_id,
    currency,
    available: String(available),
    held: String(held),
    last_transfer: String(numbering.last),
  }));
  return session.query(upsertBalances, [JSON.stringify(rows)]);
}
