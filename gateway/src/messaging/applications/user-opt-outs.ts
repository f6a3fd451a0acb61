// Changes an app's opt-outs on behalf of a user or a command, with an audit entry in the same
// commit, since removing a number lets messages reach it again.

import type { Database } from '../../platform/db/database.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import { recordAudit, type Who } from '../../platform/audit/index.ts';
import { addOptOuts, removeOptOuts, type OptOutSource } from './opt-outs.ts';

interface OptOutChange {
  who: Who;
  accountId: number;
  appId: number;
}

/** Whoever keeps the server is not the account's own. */
const sourceOf = (who: Who): OptOutSource => (who.kind === 'command' ? 'operator' : 'api');

/** Answers how many are new. */
export function addOptOutsBy(
  database: Database,
  { who, accountId, appId }: OptOutChange,
  msisdns: readonly string[],
): Promise<number> {
  return inTransaction(database, async (session) => {
    const added = await addOptOuts(session, appId, msisdns, sourceOf(who));
    if (added > 0)
      await recordAudit(session, {
        who,
        action: 'sms.opt-out-add',
        accountId,
        subject: `sms-app/${appId}`,
        new: { added },
      });
    return added;
  });
}

/** False where the number was not on the list. */
export function removeOptOutBy(
  database: Database,
  { who, accountId, appId }: OptOutChange,
  msisdn: string,
): Promise<boolean> {
  return inTransaction(database, async (session) => {
    if ((await removeOptOuts(session, appId, [msisdn])) === 0) return false;
    await recordAudit(session, {
      who,
      action: 'sms.opt-out-remove',
      accountId,
      subject: `sms-app/${appId}`,
      old: { msisdn },
    });
    return true;
  });
}
