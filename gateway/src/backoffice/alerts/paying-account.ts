// Decides which accounts may pay for the operator's alerts by SMS: the operator's own, in which no
// developer has a seat. One admin would otherwise spend a developer's money under their sender's
// name, and what alerts say of others would stand in that developer's list of messages.

import type { Session, Statement } from '../../platform/db/database.ts';

const selectDevelopers: Statement = {
  name: 'select_developers_of_paying_account',
  text: `select 1 from membership where account_id = $1 and side = 'developer' and ended_at is null
    union all select 1 from audit_entry where subject = 'account/' || $1::text and action = 'account.register' limit 1`,
};

export const mayPayForAlerts = async (session: Session, accountId: number): Promise<boolean> =>
  (await session.query(selectDevelopers, [accountId])).length === 0;
