// Keeps the balance below which the people of an account are told, and finds balances that have
// fallen below it since: each fall once.

import { toDecimalString } from '@jokko/contract';
import type { Database, Session, Statement } from '../../platform/db/database.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import { recordAudit, type Who } from '../../platform/audit/index.ts';

const list: Statement = {
  name: 'list_balance_limits',
  text: 'select currency, minimum from balance_limit where account_id = $1 order by currency',
};
const store: Statement = {
  name: 'store_balance_limit',
  text: `insert into balance_limit (account_id, currency, minimum) values ($1, $2, $3)
    on conflict (account_id, currency) do update set minimum = excluded.minimum, told = false`,
};
const remove: Statement = {
  name: 'remove_balance_limit',
  text: 'delete from balance_limit where account_id = $1 and currency = $2',
};
// A balance that goes up and down around the limit has fallen once: it must rise a tenth above it
// first. One that this database does not have (of a further cell) has not fallen.
const take: Statement = {
  name: 'take_balance_falls',
  text: `with changed as (
      update balance_limit l set told = not l.told from balance b
      where b.account_id = l.account_id and b.currency = l.currency
        and case when l.told then b.available >= l.minimum + l.minimum / 10
          else b.available < l.minimum end
      returning l.account_id, l.currency, l.minimum, l.told, b.available)
    select c.account_id as "accountId", a.name as account, c.currency, c.available, c.minimum
    from changed c join account a on a.id = c.account_id where c.told order by c.account_id,
      c.currency`,
};

export interface BalanceLimit {
  currency: string;
  /** Ten-thousandths. */
  minimum: bigint;
}

export const listBalanceLimits = (session: Session, accountId: number): Promise<BalanceLimit[]> =>
  session.query<BalanceLimit>(list, [accountId]);

/** `minimum` null: nobody is told any more. */
export function setBalanceLimit(
  database: Database,
  who: Who,
  { accountId, currency, minimum }: { accountId: number; currency: string; minimum: bigint | null },
): Promise<void> {
  return inTransaction(database, async (session) => {
    const before = (await listBalanceLimits(session, accountId)).find(
      (known) => known.currency === currency,
    );
    if (minimum === null) await session.query(remove, [accountId, currency]);
    else await session.query(store, [accountId, currency, minimum]);
    await recordAudit(session, {
      who,
      action: 'account.balance-limit',
      accountId,
      subject: `account/${accountId}`,
      old: { currency, minimum: before === undefined ? null : toDecimalString(before.minimum) },
      new: { currency, minimum: minimum === null ? null : toDecimalString(minimum) },
    });
  });
}

export interface BalanceFall {
  accountId: number;
  account: string;
  currency: string;
  available: string;
  minimum: string;
}

/** Those since the last call, which count as told in the caller's transaction. */
export async function takeFalls(session: Session): Promise<BalanceFall[]> {
  type Row = Omit<BalanceFall, 'available' | 'minimum'> & { available: bigint; minimum: bigint };
  const rows = await session.query<Row>(take);
  return rows.map(({ available, minimum, ...fall }) => ({
    ...fall,
    available: toDecimalString(available),
    minimum: toDecimalString(minimum),
  }));
}
