// Activates and deactivates the services of an account. A price override is kept while the service
// is inactive, and applies again when it returns.

import type { Session, Statement } from '../../platform/db/database.ts';

const keep = `
  insert into kept_price (account_id, code_service, price) select account_id, code_service, price
    from gone
  on conflict (account_id, code_service) do update set price = excluded.price`;
const insertServices: Statement = {
  name: 'give_account_services',
  text: `
    insert into account_service (account_id, code_service, price)
    select $1, code, (select k.price from kept_price k where k.account_id = $1
      and k.code_service = code) from unnest($2::text[]) as code
    on conflict do nothing`,
};
const deleteServices: Statement = {
  name: 'drop_account_services',
  text: `with gone as (delete from account_service where account_id = $1
    and code_service = any ($2::text[]) returning account_id, code_service, price)${keep}`,
};
const deleteOthers: Statement = {
  name: 'drop_other_account_services',
  text: `with gone as (delete from account_service where account_id = $1
    and code_service <> all ($2::text[]) returning account_id, code_service, price)${keep}`,
};

export async function giveServices(
  session: Session,
  accountId: number,
  codes: readonly string[],
): Promise<void> {
  await session.query(insertServices, [accountId, codes]);
}

export async function takeServices(
  session: Session,
  accountId: number,
  codes: readonly string[],
): Promise<void> {
  await session.query(deleteServices, [accountId, codes]);
}

/** The account may use exactly these services afterwards. */
export async function replaceServices(
  session: Session,
  accountId: number,
  codes: readonly string[],
): Promise<void> {
  await session.query(deleteOthers, [accountId, codes]);
  await session.query(insertServices, [accountId, codes]);
}
