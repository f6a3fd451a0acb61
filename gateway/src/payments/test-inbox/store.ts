// What test inboxes received: the newest of each account, for a day.

import type { Session, Statement } from '../../platform/db/database.ts';

const keptOfAccount = 100;
const keptFor = '1 day';

export interface NewDelivery {
  accountId: number;
  headers: { readonly [name: string]: string };
  body: string;
  /** The HTTP status; null: none was given. */
  answered: number | null;
}

export interface Delivery extends Omit<NewDelivery, 'accountId'> {
  id: bigint;
  receivedAt: Date;
}

// With the one that comes, as many stay as are kept.
const insertDelivery: Statement = {
  name: 'insert_test_delivery',
  text: `
    with gone as (
      delete from test_inbox where account_id = $1
        and (received_at < jokko_now() - interval '${keptFor}' or id <= (
          select id from test_inbox where account_id = $1
            order by id desc offset ${keptOfAccount - 1} limit 1))
    )
    insert into test_inbox (account_id, headers, body, answered)
    select id, $2::jsonb, $3, $4 from account where id = $1 returning id`,
};
const selectDeliveries: Statement = {
  name: 'select_test_deliveries',
  text: `select id, received_at as "receivedAt", headers, body, answered from test_inbox
    where account_id = $1 and received_at >= jokko_now() - interval '${keptFor}' order by id desc
      limit $2`,
};
const deleteOld: Statement = {
  name: 'delete_old_test_deliveries',
  text: `delete from test_inbox where received_at < jokko_now() - interval '${keptFor}'`,
};

/** False: there is no such account here. */
export async function storeDelivery(
  session: Session,
  { accountId, headers, body, answered }: NewDelivery,
): Promise<boolean> {
  const values = [accountId, JSON.stringify(headers), body, answered];
  return (await session.query(insertDelivery, values)).length > 0;
}

/** The newest first. */
export const listDeliveries = (
  session: Session,
  accountId: number,
  limit = keptOfAccount,
): Promise<Delivery[]> => session.query<Delivery>(selectDeliveries, [accountId, limit]);

export async function purgeDeliveries(session: Session): Promise<void> {
  await session.query(deleteOld);
}
