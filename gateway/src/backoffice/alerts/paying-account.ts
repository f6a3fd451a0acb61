// Decides which accounts may pay for the operator's alerts by SMS: the operator's own, in which no
// developer has a seat or is invited to one, and with no key for payments: the programs of a
// developer who never opened the portal have one. One admin would otherwise spend a developer's
// money under their sender's name, and what alerts say of others would stand in that developer's
// list of messages.

import type { Session, Statement } from '../../platform/db/database.ts';

/** `account`: an expression for its id. */
const developersOf = (
  account: string,
): string => `select 1 from membership where account_id = ${account} and side = 'developer'
  and ended_at is null
    union all select 1 from api_key where account_id = ${account} and revoked_at is null
      and (expires_at is null or expires_at > jokko_now())
    union all select 1 from one_time_link where account_id = ${account} and kind = 'invitation'
      and used_at is null and expires_at > jokko_now()
    union all select 1 from audit_entry where subject = 'account/' || ${account}::text
      and action = 'account.register' limit 1`;

const selectDevelopers: Statement = {
  name: 'select_developers_of_paying_account',
  text: developersOf('$1'),
};

const appsMax = 200;
/** Accounts with an application in use: few, whatever the number of accounts. */
const selectApps: Statement = {
  name: 'select_apps_for_alerts',
  text: `select a.id as "accountId", a.name as account, s.id, s.name from sms_app s join account a
    on a.id = s.account_id
    where s.revoked_at is null and not exists (${developersOf('a.id')}) order by a.name, s.id
      limit ${appsMax}`,
};

export interface PayingApp {
  accountId: number;
  account: string;
  id: number;
  name: string;
}

export const listPayingApps = (session: Session): Promise<PayingApp[]> =>
  session.query<PayingApp>(selectApps);

export const mayPayForAlerts = async (session: Session, accountId: number): Promise<boolean> =>
  (await session.query(selectDevelopers, [accountId])).length === 0;
