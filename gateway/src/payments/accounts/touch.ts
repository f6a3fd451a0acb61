// Notifies all nodes of a change of an account: increments the account's version and notifies them
// when its transaction commits.

import type { Session, Statement } from '../../platform/db/database.ts';

/** Nodes listen here and forget what they remember of the account whose number is the payload. */
export const accountChannel = 'jokko_account';

// The row lock is the writer's: a change of an account waits for the commit under way on it, and
// the next one sees it.
const touchAccount: Statement = {
  name: 'touch_account',
  text: `with touched as (update account set version = version + 1 where id = $1 returning id)
         select id, pg_notify('${accountChannel}', id::text) from touched`,
};

/**
 * Locks the account, grows its version and tells all nodes when the transaction commits. False when
 * there is no such account.
 */
export async function touch(session: Session, accountId: number): Promise<boolean> {
  const rows = await session.query(touchAccount, [accountId]);
  return rows.length > 0;
}
