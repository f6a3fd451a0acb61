// Manages the address to which an account wants CANCELED and REFUNDED reported. A separate
// address, off by default (rule C1).

import type { Database, Statement } from '../../platform/db/database.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import { recordAudit, type Who } from '../../platform/audit/index.ts';
import { touch } from './touch.ts';

const storeSecondCallback: Statement = {
  name: 'store_second_callback_url',
  text: 'update account set second_callback_url = $2 where id = $1',
};

/** `url` has been judged; null switches it off. False when there is no such account. */
export function setSecondCallback(
  database: Database,
  accountId: number,
  url: string | null,
  who: Who = { kind: 'command' },
): Promise<boolean> {
  return inTransaction(database, async (session) => {
    if (!(await touch(session, accountId))) return false;
    await session.query(storeSecondCallback, [accountId, url]);
    await recordAudit(session, {
      who,
      action: 'account.second-callback',
      accountId,
      subject: `account/${accountId}`,
      new: { to: url },
    });
    return true;
  });
}
