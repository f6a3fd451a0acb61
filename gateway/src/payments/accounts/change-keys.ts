// Creates, rotates and revokes the API keys of an account. Each change is one transaction that
// notifies all nodes. Transactions made with a key keep the hash that was made then, whatever
// becomes of the key (rule C2).

import type { Mode } from '../../platform/db/mode.ts';
import type { Database, Session } from '../../platform/db/database.ts';
import { recordAudit, type AuditEntry } from '../../platform/audit/index.ts';
import type { Who } from '../../platform/audit/index.ts';
import { contextOf } from '../../platform/secrets/index.ts';
import type { Secrets } from '../../platform/secrets/index.ts';
import { resolveActivation } from './activation.ts';
import { issueKey } from './issue-key.ts';
import type { IssuedKey } from './issue-key.ts';
import type { KeyLimits } from './key-access.ts';
import {
  endAtOnce,
  endReplaced,
  loadKey,
  loadKeyPage,
  loadKeys,
  loadShownKey,
} from './key-store.ts';
import type { KeyRow } from './key-store.ts';
import { keyIdText } from './keys.ts';
import { loadAccount } from './store.ts';
import { loadMode } from '../../platform/db/mode.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import { touch } from './touch.ts';
import { readNow } from '../../platform/db/now.ts';

/** When a key ends by itself. */
export type Expiry = { at: Date } | { afterMs: number } | null;

export interface NewKey extends KeyLimits {
  name: string;
  expires: Expiry;
}
export type CreatedKey =
  | { ok: true; key: IssuedKey; expiresAt: Date | null }
  | { ok: false; refusal: 'unknown account' | 'expired already' }
  | { ok: false; refusal: 'unknown services'; codes: string[] };
export type RotatedKey =
  /** `ended`: the keys that end now or after the overlap (`jk_test_7`). */
  | { ok: true; key: IssuedKey; ended: string[] }
  | { ok: false; refusal: 'unknown account' | 'unknown key' }
  | { ok: false; refusal: 'not active'; state: KeyRow['state'] };
export type RevokedKey =
  { ok: true; accountId: number } | { ok: false; refusal: 'unknown key' | 'ended already' };
/** Who makes a change, and of which account the key has to be; absent: of any. */
export interface KeyChanger {
  who: Who;
  accountId?: number;
}
const commandLine: KeyChanger = { who: { kind: 'command' } };
/** `keyId` as it is shown (`jk_test_7`). */
export type ListedKey = Omit<KeyRow, 'id' | 'replaced_by' | 'payout_limit'> & {
  keyId: string;
  replacedBy: string | null;
};

/** Gives the account a further key. */
export function createKey(
  database: Database,
  secrets: Secrets,
  accountId: number,
  key: NewKey,
  { who }: KeyChanger = commandLine,
): Promise<CreatedKey> {
  return inTransaction(database, async (session): Promise<CreatedKey> => {
    if (!(await touch(session, accountId))) return { ok: false, refusal: 'unknown account' };
    const services = key.services === null ? null : await resolveActivation(session, key.services);
    if (services !== null && !services.ok)
      return { ok: false, refusal: 'unknown services', codes: services.unknownServices };
    const now = await readNow(session);
    const expiresAt = endOf(key.expires, now);
    if (expiresAt !== null && expiresAt <= now) return { ok: false, refusal: 'expired already' };
    const limits = {
      scope: key.scope,
      services: services?.codes ?? null,
      allowFrom: key.allowFrom,
    };
    const issued = await issueKey(session, secrets, accountId, {
      ...limits,
      name: key.name,
      expiresAt,
      payoutLimit: null,
    });
    const made = { name: key.name, ...limits, expiresAt: expiresAt?.toISOString() ?? null };
    await recordAudit(session, {
      who,
      action: 'key.create',
      accountId,
      subject: `key/${issued.keyId}`,
      new: made,
    });
    return { ok: true, key: issued, expiresAt };
  });
}

/**
 * Gives the account a key without limits in place of all it has. The old ones go on for
 * `overlapMs`; 0 ends them at once.
 */
export function rotateKeys(
  database: Database,
  secrets: Secrets,
  accountId: number,
  overlapMs: number,
): Promise<RotatedKey> {
  return inTransaction(database, async (session): Promise<RotatedKey> => {
    if (!(await touch(session, accountId))) return { ok: false, refusal: 'unknown account' };
    const key = await issueKey(session, secrets, accountId);
    return {
      ok: true,
      key,
      ended: await endFor(session, accountId, { id: key.id, overlapMs, only: null }),
    };
  });
}

/**
 * Exchanges one key for a new one with its name, its limits and, where it ends by itself, as long a
 * life.
 */
export function rotateKey(
  database: Database,
  secrets: Secrets,
  id: number,
  overlapMs: number,
  by: KeyChanger = commandLine,
): Promise<RotatedKey> {
  return inTransaction(database, async (session): Promise<RotatedKey> => {
    const accountId = (await loadKey(session, id))?.account_id;
    if (accountId === undefined || !isOf(by, accountId) || !(await touch(session, accountId)))
      return { ok: false, refusal: 'unknown key' };
    // Read again: it may have been rotated before the account was locked.
    const old = (await loadKey(session, id))!;
    if (old.state !== 'active') return { ok: false, refusal: 'not active', state: old.state };
    const now = await readNow(session);
    const expiresAt =
      old.expires_at === null
        ? null
        : new Date(now.getTime() + old.expires_at.getTime() - old.created_at.getTime());
    const grant = {
      name: old.name,
      scope: old.scope,
      services: old.services,
      allowFrom: old.allow_from,
      payoutLimit: old.payout_limit,
      expiresAt,
    };
    const key = await issueKey(session, secrets, accountId, grant);
    const ended = await endFor(session, accountId, { id: key.id, overlapMs, only: id });
    const entry = {
      who: by.who,
      accountId,
      subject: `key/${key.keyId}`,
      new: { ended, overlapMs },
    } satisfies Omit<AuditEntry, 'action'>;
    await recordAudit(session, { ...entry, action: 'key.roll' });
    return { ok: true, key, ended };
  });
}

/** Ends a key at once. */
export function revokeKey(
  database: Database,
  id: number,
  by: KeyChanger = commandLine,
): Promise<RevokedKey> {
  return inTransaction(database, async (session): Promise<RevokedKey> => {
    const key = await loadKey(session, id);
    if (key === null || !isOf(by, key.account_id) || !(await touch(session, key.account_id)))
      return { ok: false, refusal: 'unknown key' };
    if (!(await endAtOnce(session, id))) return { ok: false, refusal: 'ended already' };
    const subject = `key/${keyIdText(await loadMode(session), id)}` as const;
    await recordAudit(session, {
      who: by.who,
      action: 'key.revoke',
      accountId: key.account_id,
      subject,
    });
    return { ok: true, accountId: key.account_id };
  });
}

const isOf = ({ accountId }: KeyChanger, owner: number): boolean =>
  accountId === undefined || accountId === owner;

/**
 * A page of an account's keys, ended ones included, the newest first; `before` is the number of the
 * last key seen.
 */
export async function listKeyPage(
  session: Session,
  mode: Mode,
  page: { accountId: number; before: number | null; limit: number },
): Promise<(ListedKey & { id: number })[]> {
  return (await loadKeyPage(session, page)).map(({ replaced_by, ...row }) => ({
    ...row,
    keyId: keyIdText(mode, row.id),
    replacedBy: replaced_by === null ? null : keyIdText(mode, replaced_by),
  }));
}

/** All keys of an account, ended ones included; null when there is no such account. */
export async function listKeys(session: Session, accountId: number): Promise<ListedKey[] | null> {
  if ((await loadAccount(session, accountId)) === null) return null;
  const mode = await loadMode(session);
  return (await loadKeys(session, accountId)).map(({ id, replaced_by, ...row }) => ({
    ...row,
    keyId: keyIdText(mode, id),
    replacedBy: replaced_by === null ? null : keyIdText(mode, replaced_by),
  }));
}

/**
 * A valid key of the account, where it can be shown again (sandbox): the newest one, or the one
 * given. Null where it cannot.
 */
export async function showKey(
  session: Session,
  secrets: Secrets,
  accountId: number,
  id: number | null = null,
): Promise<string | null> {
  const shown = await loadShownKey(session, accountId, id);
  return shown === null || shown.sealed === null
    ? null
    : secrets.unseal(shown.sealed, contextOf('api_key', 'key_sealed', shown.id));
}

async function endFor(
  session: Session,
  accountId: number,
  by: Parameters<typeof endReplaced>[2],
): Promise<string[]> {
  const mode = await loadMode(session);
  return (await endReplaced(session, accountId, by)).map((id) => keyIdText(mode, id));
}

function endOf(expiry: Expiry, now: Date): Date | null {
  if (expiry === null) return null;
  return 'at' in expiry ? expiry.at : new Date(now.getTime() + expiry.afterMs);
}
