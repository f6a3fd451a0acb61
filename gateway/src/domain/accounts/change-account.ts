// How is an account changed? Settings, services and keys, each in one transaction that tells all nodes.

import type { Database, Session } from '../../db/database.ts';
import { contextOf } from '../secrets/index.ts';
import type { Secrets } from '../secrets/index.ts';
import { resolveActivation } from './activation.ts';
import type { Activation } from './activation.ts';
import { issueKey } from './issue-key.ts';
import { endKeys, loadAccount, loadNewestKey, storeServices, storeSettings } from './store.ts';
import type { AccountRow, AccountSettings } from './store.ts';
import { inTransaction, touch } from './transaction.ts';

export interface AccountChange extends AccountSettings {
  /** Replaces the list of services. */
  activate?: Activation;
}
export type Changed =
  | { ok: true; account: AccountRow }
  | { ok: false; refusal: 'unknown account' }
  | { ok: false; refusal: 'unknown services'; codes: string[] };

/** Changes what `change` names and answers the account as it is then. */
export function setAccount(database: Database, accountId: number, change: AccountChange): Promise<Changed> {
  return inTransaction(database, async (session): Promise<Changed> => {
    const { activate, ...settings } = change;
    const activation = activate === undefined ? null : await resolveActivation(session, activate);
    if (activation !== null && !activation.ok) return { ok: false, refusal: 'unknown services', codes: activation.unknownServices };
    if (!(await touch(session, accountId))) return { ok: false, refusal: 'unknown account' };
    await storeSettings(session, accountId, settings);
    if (activation !== null) await storeServices(session, accountId, activation.codes);
    const account = await loadAccount(session, accountId);
    return account === null ? { ok: false, refusal: 'unknown account' } : { ok: true, account };
  });
}

/**
 * Gives the account a new key. The old ones go on for `overlapMs`; 0 ends them at once. Transactions made with them keep the hash that
 * was made then (rule C2). Null when there is no such account.
 */
export function rotateKey(database: Database, secrets: Secrets, accountId: number, overlapMs: number): Promise<string | null> {
  return inTransaction(database, async (session) => {
    if (!(await touch(session, accountId))) return null;
    await endKeys(session, accountId, overlapMs);
    return issueKey(session, secrets, accountId);
  });
}

/** The newest key of the account, where it can be shown again (sandbox); null where it cannot. */
export async function showKey(session: Session, secrets: Secrets, accountId: number): Promise<string | null> {
  const newest = await loadNewestKey(session, accountId);
  return newest === null || newest.sealed === null ? null : secrets.unseal(newest.sealed, contextOf('api_key', 'key_sealed', newest.id));
}
