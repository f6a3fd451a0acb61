// Changes the settings and services of an account, in one transaction that notifies all nodes.

import type { Database } from '../../platform/db/database.ts';
import { recordAudit, type Who } from '../../platform/audit/index.ts';
import { resolveActivation } from './activation.ts';
import type { Activation } from './activation.ts';
import { replaceServices } from './service-store.ts';
import { loadAccount, storeSettings } from './store.ts';
import type { AccountRow, AccountSettings } from './store.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import { touch } from './touch.ts';

export interface AccountChange extends AccountSettings {
  /** Replaces the list of services. */
  activate?: Activation;
}
export type Changed =
  | { ok: true; account: AccountRow }
  | { ok: false; refusal: 'unknown account' }
  | { ok: false; refusal: 'unknown services'; codes: string[] };

/** Changes what `change` names and answers the account as it is then. */
export function setAccount(
  database: Database,
  accountId: number,
  change: AccountChange,
  who: Who = { kind: 'command' },
): Promise<Changed> {
  return inTransaction(database, async (session): Promise<Changed> => {
    const { activate, ...settings } = change;
    const activation = activate === undefined ? null : await resolveActivation(session, activate);
    if (activation !== null && !activation.ok)
      return { ok: false, refusal: 'unknown services', codes: activation.unknownServices };
    if (!(await touch(session, accountId))) return { ok: false, refusal: 'unknown account' };
    await storeSettings(session, accountId, settings);
    if (activation !== null) await replaceServices(session, accountId, activation.codes);
    const account = await loadAccount(session, accountId);
    if (account === null) return { ok: false, refusal: 'unknown account' };
    await recordAudit(session, {
      who,
      action: 'account.change',
      accountId,
      subject: `account/${accountId}`,
      new: change,
    });
    return { ok: true, account };
  });
}
