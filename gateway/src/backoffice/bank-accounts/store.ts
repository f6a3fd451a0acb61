// Keeps the operator's own accounts at banks. One is opened and closed, never changed or deleted:
// its statements and movements stay what they were.

import { bankNumberText } from '@jokko/contract';
import type { Database, Session, Statement } from '../../platform/db/database.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import { recordAudit, type Who } from '../../platform/audit/index.ts';

export interface BankAccount {
  id: number;
  name: string;
  bank: string;
  /** As the bank's statements name it, in capitals without spaces. */
  number: string;
  currency: string;
  openedBy: string | null;
  openedAt: Date;
  closedBy: string | null;
  closedAt: Date | null;
}

interface By {
  userId: number;
  who: Who;
}

const listedMax = 200;
const columns = `b.id, b.name, b.bank, b.number, b.currency, o.name as "openedBy",
  b.opened_at as "openedAt", c.name as "closedBy", b.closed_at as "closedAt"
    from bank_account b left join portal_user o on o.id = b.opened_by left join portal_user c
      on c.id = b.closed_by`;
const selectAll: Statement = {
  name: 'list_bank_accounts',
  text: `select ${columns} order by b.closed_at desc nulls first, b.id limit ${listedMax}`,
};
const selectOne: Statement = {
  name: 'select_bank_account',
  text: `select ${columns} where b.id = $1`,
};
const insert: Statement = {
  name: 'insert_bank_account',
  text: `insert into bank_account (name, bank, number, currency, opened_by)
    values ($1, $2, $3, $4, $5) on conflict do nothing returning id`,
};
const close: Statement = {
  name: 'close_bank_account',
  text: `update bank_account set closed_at = jokko_now(), closed_by = $2 where id = $1
    and closed_at is null returning name, bank, number, currency`,
};

/** Open ones first. */
export function listBankAccounts(session: Session): Promise<BankAccount[]> {
  return session.query<BankAccount>(selectAll);
}

export async function findBankAccount(session: Session, id: number): Promise<BankAccount | null> {
  return (await session.query<BankAccount>(selectOne, [id]))[0] ?? null;
}

/** Null where an open one has the name, or the number and currency. */
export function openBankAccount(
  database: Database,
  { by, ...given }: Pick<BankAccount, 'name' | 'bank' | 'number' | 'currency'> & { by: By },
): Promise<number | null> {
  const { name, bank, currency } = given;
  const number = bankNumberText(given.number);
  return inTransaction(database, async (session) => {
    const values = [name, bank, number, currency, by.userId];
    const [opened] = await session.query<{ id: number }>(insert, values);
    if (opened === undefined) return null;
    await recordAudit(session, {
      who: by.who,
      action: 'bank-account.open',
      subject: `bank-account/${opened.id}`,
      new: { name, institution: bank, number, currency },
    });
    return opened.id;
  });
}

/** False where it is not open. */
export function closeBankAccount(
  database: Database,
  { id, by }: { id: number; by: By },
): Promise<boolean> {
  return inTransaction(database, async (session) => {
    type Closed = Pick<BankAccount, 'name' | 'bank' | 'number' | 'currency'>;
    const [closed] = await session.query<Closed>(close, [id, by.userId]);
    if (closed === undefined) return false;
    const { bank: institution, ...rest } = closed;
    await recordAudit(session, {
      who: by.who,
      action: 'bank-account.close',
      subject: `bank-account/${id}`,
      old: { ...rest, institution },
    });
    return true;
  });
}
