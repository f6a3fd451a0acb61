// Creates, rotates and removes the secret that signs an account's requests and callbacks (rules
// M1, C5). Each change is one transaction that notifies all nodes. A rotation leaves two secrets
// active: the client switches when it likes, and its first request shows it.

import { randomBytes } from 'node:crypto';
import type { Database, Session } from '../../platform/db/database.ts';
import { recordAudit } from '../../platform/audit/index.ts';
import type { Who } from '../../platform/audit/index.ts';
import { contextOf } from '../../platform/secrets/index.ts';
import type { Secrets } from '../../platform/secrets/index.ts';
import {
  endHmacSecretIn,
  loadHmac,
  loadLiveHmacSecrets,
  loadNewestHmacSecret,
  removeHmacSecrets,
  storeFirstUse,
  storeHmac,
  storeHmacSecret,
  takeSecretId,
} from './hmac-secret-store.ts';
import type { HmacSecretRow } from './hmac-secret-store.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import { touch } from './touch.ts';

const secretBytes = 32;
const commandLine: Who = { kind: 'command' };

export type HmacRefusal = { ok: false; refusal: 'unknown account' | 'hmac is off' };

/** `hmac_` and 43 characters: a prefix by which secret scanners find it. */
export function makeHmacSecret(): string {
  return `hmac_${randomBytes(secretBytes).toString('base64url')}`;
}

/**
 * Turns signing on, which makes a secret, or off, which forgets them. `hmacSecret` is null when
 * nothing was made: it was on already, or goes off.
 */
export function switchHmac(
  database: Database,
  secrets: Pick<Secrets, 'seal'>,
  accountId: number,
  on: boolean,
  who: Who = commandLine,
): Promise<{ ok: true; hmacSecret: string | null } | HmacRefusal> {
  return inTransaction(database, async (session) => {
    if (!(await touch(session, accountId))) return unknownAccount;
    if (on && (await loadHmac(session, accountId)) === true) return { ok: true, hmacSecret: null };
    await storeHmac(session, accountId, on);
    await removeHmacSecrets(session, accountId);
    const hmacSecret = on ? await addSecret(session, secrets, accountId) : null;
    await recordAudit(session, { who, action: 'hmac.switch', accountId, new: { on } });
    return { ok: true, hmacSecret };
  });
}

/**
 * Makes a new secret. The one that signs callbacks now goes on for `overlapMs` (0: it ends at
 * once); where a rotation was under way whose new secret was never used, that one ends at once.
 */
export function rotateHmacSecret(
  database: Database,
  secrets: Pick<Secrets, 'seal'>,
  accountId: number,
  overlapMs: number,
  who: Who = commandLine,
): Promise<{ ok: true; hmacSecret: string } | HmacRefusal> {
  return inTransaction(database, async (session) => {
    if (!(await touch(session, accountId))) return unknownAccount;
    if ((await loadHmac(session, accountId)) !== true) return hmacIsOff;
    const live = await loadLiveHmacSecrets(session, accountId);
    const inUse = signerAmong(live);
    await removeHmacSecrets(
      session,
      accountId,
      inUse === undefined || overlapMs === 0 ? [] : [inUse.id],
    );
    if (inUse !== undefined) await endHmacSecretIn(session, inUse.id, overlapMs);
    const hmacSecret = await addSecret(session, secrets, accountId);
    await recordAudit(session, { who, action: 'hmac.rotate', accountId, new: { overlapMs } });
    return { ok: true, hmacSecret };
  });
}

/** Ends a rotation now: only the newest secret is left. */
export function finishHmacRotation(
  database: Database,
  accountId: number,
  who: Who = commandLine,
): Promise<{ ok: true; ended: number } | HmacRefusal> {
  return inTransaction(database, async (session) => {
    if (!(await touch(session, accountId))) return unknownAccount;
    if ((await loadHmac(session, accountId)) !== true) return hmacIsOff;
    const live = await loadLiveHmacSecrets(session, accountId);
    await removeHmacSecrets(
      session,
      accountId,
      live.slice(-1).map(({ id }) => id),
    );
    await recordAudit(session, { who, action: 'hmac.finish', accountId });
    return { ok: true, ended: Math.max(live.length - 1, 0) };
  });
}

export interface HmacStatus {
  hmac: boolean;
  /** Live ones, oldest first. */
  secrets: {
    id: number;
    createdAt: Date;
    firstUsedAt: Date | null;
    endsAt: Date | null;
    signsCallbacks: boolean;
  }[];
}

/** What may be shown about the secrets of an account; null if there is no such account. */
export async function readHmacStatus(
  session: Session,
  accountId: number,
): Promise<HmacStatus | null> {
  const hmac = await loadHmac(session, accountId);
  if (hmac === null) return null;
  const live = await loadLiveHmacSecrets(session, accountId);
  const secrets = live.map((row) => ({
    id: row.id,
    createdAt: row.created_at,
    firstUsedAt: row.first_used_at,
    endsAt: row.expires_at,
    signsCallbacks: row === signerAmong(live),
  }));
  return { hmac, secrets };
}

/** The newest one, which no rotation ends. Null: the account does not sign, or is none. */
export async function readHmacSecret(
  session: Session,
  secrets: Pick<Secrets, 'unseal'>,
  accountId: number,
): Promise<string | null> {
  const newest = await loadNewestHmacSecret(session, accountId);
  return newest === null
    ? null
    : secrets.unseal(newest.sealed, contextOf('hmac_secret', 'secret_sealed', newest.id));
}

/**
 * Notes that a request came signed with a secret for the first time: from then on it signs the
 * callbacks, on all nodes (F38). Nobody waits for it; while it fails, every request with that
 * secret tries again.
 */
export function createFirstHmacUses(database: Database, onError: (error: unknown) => void) {
  const noted = new Set<number>();
  return (accountId: number, secretId: number): void => {
    if (noted.has(secretId)) return;
    noted.add(secretId);
    inTransaction(database, async (session) => {
      // Before the secret: all changes lock the account first.
      await touch(session, accountId);
      await storeFirstUse(session, secretId);
    }).catch((error: unknown) => {
      noted.delete(secretId);
      onError(error);
    });
  };
}

/**
 * As `outboundHmacKey` (signing-secrets.ts): the newest once it was used, until then the one
 * before.
 */
function signerAmong(live: readonly HmacSecretRow[]): HmacSecretRow | undefined {
  const newest = live.at(-1);
  return newest?.first_used_at === null ? live[0] : newest;
}

const unknownAccount: HmacRefusal = { ok: false, refusal: 'unknown account' };
const hmacIsOff: HmacRefusal = { ok: false, refusal: 'hmac is off' };

async function addSecret(
  session: Session,
  secrets: Pick<Secrets, 'seal'>,
  accountId: number,
): Promise<string> {
  const id = await takeSecretId(session);
  const hmacSecret = makeHmacSecret();
  await storeHmacSecret(session, {
    id,
    accountId,
    sealed: secrets.seal(hmacSecret, contextOf('hmac_secret', 'secret_sealed', id)),
  });
  return hmacSecret;
}
