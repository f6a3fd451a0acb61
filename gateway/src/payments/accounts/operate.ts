// Actions of the operator on a developer account: opens it, suspends it, gives it services at
// price overrides. Each is written to the audit log.

import { toDecimalString } from '@jokko/contract';
import type { Database, Session, Statement } from '../../platform/db/database.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import { recordAudit } from '../../platform/audit/index.ts';
import type { Who } from '../../platform/audit/index.ts';
import type { PriceEntry } from '../catalogue/index.ts';
import { fundAccount } from '../ledger/index.ts';
import type { Secrets } from '../../platform/secrets/index.ts';
import { createAccountIn } from './create-account.ts';
import type { Created, NewAccount } from './create-account.ts';
import { giveServices, takeServices } from './service-store.ts';
import { loadCatalogueCodes } from './store.ts';
import { touch } from './touch.ts';

const updateSuspended: Statement = {
  name: 'suspend_account',
  text: 'update account set suspended = $2 where id = $1',
};
const selectService: Statement = {
  name: 'select_account_service',
  text: 'select price from account_service where account_id = $1 and code_service = $2',
};
const updatePrice: Statement = {
  name: 'set_own_price',
  text: 'update account_service set price = $3 where account_id = $1 and code_service = $2 returning 1',
};

/** Without a key: the account's first member makes it, and nobody else ever sees it. */
export async function openAccount(
  database: Database,
  secrets: Secrets,
  who: Who,
  account: NewAccount,
): Promise<Created> {
  const opened = await inTransaction(database, async (session) => {
    const created = await createAccountIn(session, secrets, account);
    if (!created.ok) return created;
    const { accountId } = created;
    const { name, currency, fundMinor = 0n } = account;
    await recordAudit(session, {
      who,
      action: 'account.open',
      accountId,
      subject: `account/${accountId}`,
      new: { name, currency, funded: toDecimalString(fundMinor) },
    });
    return created;
  });
  const { fundMinor: amountMinor = 0n, currency } = account;
  if (opened.ok && amountMinor > 0n) {
    const { accountId } = opened;
    await fundAccount(database, { accountId, currency, amountMinor, note: 'first funding' });
  }
  return opened;
}

/**
 * A suspended account begins nothing new; what is under way ends. False when there is no such
 * account.
 */
export function suspendAccount(
  database: Database,
  who: Who,
  { accountId, suspended, reason }: { accountId: number; suspended: boolean; reason: string },
): Promise<boolean> {
  return inTransaction(database, async (session) => {
    if (!(await touch(session, accountId))) return false;
    await session.query(updateSuspended, [accountId, suspended]);
    const action = suspended ? 'account.suspend' : 'account.resume';
    await recordAudit(session, {
      who,
      action,
      accountId,
      subject: `account/${accountId}`,
      new: { reason },
    });
    return true;
  });
}

export interface ServiceChange {
  accountId: number;
  code: string;
  active: boolean;
}

type ServiceChanged = 'done' | 'unknown account' | 'unknown service';

/**
 * Gives an account a service, or takes it away. An own price stays as two users agreed on it, and
 * comes back with the service.
 */
export async function setAccountService(
  database: Database,
  who: Who,
  { accountId, code, active }: ServiceChange,
): Promise<ServiceChanged> {
  return inTransaction(database, async (session) => {
    if (!(await touch(session, accountId))) return 'unknown account';
    if (active && !(await loadCatalogueCodes(session)).includes(code)) return 'unknown service';
    const old = await readService(session, accountId, code);
    await (active ? giveServices : takeServices)(session, accountId, [code]);
    const subject = `account/${accountId}` as const;
    await recordAudit(session, {
      who,
      action: 'service.set',
      accountId,
      subject,
      old,
      new: { code, active },
    });
    return 'done';
  });
}

async function readService(session: Session, accountId: number, code: string): Promise<object> {
  const [row] = await session.query<{ price: PriceEntry | null }>(selectService, [accountId, code]);
  return { code, active: row !== undefined, price: row?.price ?? null };
}

/**
 * An account's own price of a service it has; `price` null: the catalogue's. Agreed on by two
 * users, in the transaction of their wish.
 */
export async function setPriceOverrideIn(
  session: Session,
  who: Who,
  { accountId, code, price }: { accountId: number; code: string; price: PriceEntry | null },
): Promise<'done' | 'unknown account' | 'unknown service'> {
  if (!(await touch(session, accountId))) return 'unknown account';
  const old = await readService(session, accountId, code);
  const set = await session.query(updatePrice, [
    accountId,
    code,
    price === null ? null : JSON.stringify(price),
  ]);
  if (set.length === 0) return 'unknown service';
  await recordAudit(session, {
    who,
    action: 'service.price',
    accountId,
    subject: `account/${accountId}`,
    old,
    new: { code, price },
  });
  return 'done';
}
