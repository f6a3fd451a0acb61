// Decides from which amount on refunds by users need two of them. An account's own limit takes
// precedence over the installation's. Refunds through the API are their caller's own decision.

import type { Database, Session, Statement } from '../../platform/db/database.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import { recordAudit, type Who } from '../../platform/audit/index.ts';

/** Ten-thousandths of a unit, whatever the currency; null: no limit. */
export interface RefundLimits {
  /** Null: the installation's. */
  account: bigint | null;
  installation: bigint | null;
}

const selectLimits: Statement = {
  name: 'select_refund_limits',
  text: `select (select refund_limit from account where id = $1) as account, (select refund_limit
    from installation) as installation`,
};
const lockInstallation: Statement = {
  name: 'lock_refund_limit',
  text: 'select refund_limit as installation from installation for update',
};
const lockAccount: Statement = {
  name: 'lock_refund_limit_of_account',
  text: 'select refund_limit as account from account where id = $1 for no key update',
};
const updateAccount: Statement = {
  name: 'set_refund_limit_of_account',
  text: `update account a set refund_limit = $2 from (select refund_limit as old from account
    where id = $1 for no key update) b
    where a.id = $1 returning b.old`,
};
const updateInstallation: Statement = {
  name: 'set_refund_limit',
  text: `update installation i set refund_limit = $1 from (select refund_limit as old
    from installation for update) b returning b.old`,
};

/** `accountId` null: the installation's alone. */
export async function readRefundLimits(
  session: Session,
  accountId: number | null,
): Promise<RefundLimits> {
  const [row] = await session.query<RefundLimits>(selectLimits, [accountId]);
  return row!;
}

export const limitInForce = ({ account, installation }: RefundLimits): bigint | null =>
  account ?? installation;

/**
 * The same, kept as they are until the transaction ends; with `accountId` null `account` is null.
 * Null: there is no such account.
 */
export async function lockRefundLimits(
  session: Session,
  accountId: number | null,
): Promise<RefundLimits | null> {
  const [{ installation } = { installation: null }] =
    await session.query<Pick<RefundLimits, 'installation'>>(lockInstallation);
  if (accountId === null) return { account: null, installation };
  const [own] = await session.query<Pick<RefundLimits, 'account'>>(lockAccount, [accountId]);
  return own === undefined ? null : { ...own, installation };
}

/**
 * Sets the limit of an account, or with `accountId` null the installation's. False when there is no
 * such account.
 */
export function setRefundLimit(
  database: Database,
  who: Who,
  accountId: number | null,
  limit: bigint | null,
): Promise<boolean> {
  return inTransaction(database, (session) => setRefundLimitIn(session, who, accountId, limit));
}

export async function setRefundLimitIn(
  session: Session,
  who: Who,
  accountId: number | null,
  limit: bigint | null,
): Promise<boolean> {
  const [statement, values] =
    accountId === null ? [updateInstallation, [limit]] : [updateAccount, [accountId, limit]];
  const [row] = await session.query<{ old: bigint | null }>(statement, values);
  if (row === undefined) return false;
  const reported = (value: bigint | null) => ({ limit: value === null ? null : String(value) });
  const subject = accountId === null ? null : (`account/${accountId}` as const);
  await recordAudit(session, {
    who,
    action: 'refund.limit',
    accountId,
    subject,
    old: reported(row.old),
    new: reported(limit),
  });
  return true;
}
