// Decides which accounts may pay for the operator's alerts by SMS: the operator's own, in which no
// developer has a seat or is invited to one, and with no key for payments: the programs of a
// developer who never opened the portal have one. One admin would otherwise spend a developer's money under their sender's
// name, and what alerts say of others would stand in that developer's list of messages.

import type { Session, Statement } from '../../platform/db/database.ts';

const selectDevelopers: Statement = {
  name: 'select_developers_of_paying_account',
  text: `select 1 from membership where account_id = $1 and side = 'developer' and ended_at is null
    union all select 1 from api_key where account_id = $1 and revoked_at is null and (expires_at is null or expires_at > jokko_now())
    union all select 1 from one_time_link where account_id = $1 and kind = 'invitation' and used_at is null and expires_at > jokko_now()
    union all select 1 from audit_entry where subject = 'account/' || $1::text and action = 'account.register' limit 1`,
};

export const mayPayForAlerts = async (session: Session, accountId: number): Promise<boolean> =>
  (await session.query(selectDevelopers, [accountId])).length === 0;
