// Stores HMAC secrets: sealed, one row each. Expired ones are removed, not marked.

import type { Session, Statement } from '../../platform/db/database.ts';

export interface HmacSecretRow {
  id: number;
  created_at: Date;
  first_used_at: Date | null;
  expires_at: Date | null;
}

const updateHmac: Statement = {
  name: 'update_account_hmac',
  text: `update account set hmac = $2 where id = $1`,
};
const selectHmac: Statement = {
  name: 'select_account_hmac',
  text: `select hmac from account where id = $1`,
};
const takeHmacSecretId: Statement = {
  name: 'take_hmac_secret_id',
  text: `select nextval(pg_get_serial_sequence('hmac_secret', 'id'))::integer as id`,
};
const insertHmacSecret: Statement = {
  name: 'insert_hmac_secret',
  text: `insert into hmac_secret (id, account_id, secret_sealed) overriding system value
    values ($1, $2, $3)`,
};
const selectLiveHmacSecrets: Statement = {
  name: 'select_live_hmac_secrets',
  text: `select id, created_at, first_used_at, expires_at from hmac_secret
         where account_id = $1 and (expires_at is null or expires_at > jokko_now()) order by id`,
};
const selectNewestHmacSecret: Statement = {
  name: 'select_newest_hmac_secret',
  text: `select id, secret_sealed as sealed from hmac_secret
         where account_id = $1 and expires_at is null order by id desc limit 1`,
};
const deleteHmacSecrets: Statement = {
  name: 'delete_hmac_secrets',
  text: `delete from hmac_secret where account_id = $1 and id <> all ($2::integer[])`,
};
const endHmacSecret: Statement = {
  name: 'end_hmac_secret',
  text: `update hmac_secret set expires_at = jokko_now() + $2::bigint * interval '1 millisecond'
    where id = $1`,
};
const updateFirstUse: Statement = {
  name: 'update_hmac_secret_first_use',
  text: `update hmac_secret set first_used_at = jokko_now() where id = $1
    and first_used_at is null`,
};
const deleteEndedHmacSecrets: Statement = {
  name: 'delete_ended_hmac_secrets',
  text: `delete from hmac_secret where expires_at <= jokko_now()`,
};

export async function storeHmac(session: Session, accountId: number, on: boolean): Promise<void> {
  await session.query(updateHmac, [accountId, on]);
}

/** Null when there is no such account. */
export async function loadHmac(session: Session, accountId: number): Promise<boolean | null> {
  const [row] = await session.query<{ hmac: boolean }>(selectHmac, [accountId]);
  return row?.hmac ?? null;
}

export async function takeSecretId(session: Session): Promise<number> {
  const [row] = await session.query<{ id: number }>(takeHmacSecretId);
  return row!.id;
}

export async function storeHmacSecret(
  session: Session,
  secret: { id: number; accountId: number; sealed: Buffer },
): Promise<void> {
  await session.query(insertHmacSecret, [secret.id, secret.accountId, secret.sealed]);
}

/** Oldest first. */
export function loadLiveHmacSecrets(session: Session, accountId: number): Promise<HmacSecretRow[]> {
  return session.query<HmacSecretRow>(selectLiveHmacSecrets, [accountId]);
}

/** Sealed; null where the account does not sign. */
export async function loadNewestHmacSecret(
  session: Session,
  accountId: number,
): Promise<{ id: number; sealed: Buffer } | null> {
  const [row] = await session.query<{ id: number; sealed: Buffer }>(selectNewestHmacSecret, [
    accountId,
  ]);
  return row ?? null;
}

/** All of the account but those in `keep`. */
export async function removeHmacSecrets(
  session: Session,
  accountId: number,
  keep: readonly number[] = [],
): Promise<void> {
  await session.query(deleteHmacSecrets, [accountId, keep]);
}

export async function endHmacSecretIn(
  session: Session,
  secretId: number,
  overlapMs: number,
): Promise<void> {
  await session.query(endHmacSecret, [secretId, overlapMs]);
}

export async function storeFirstUse(session: Session, secretId: number): Promise<void> {
  await session.query(updateFirstUse, [secretId]);
}

export async function removeEndedHmacSecrets(session: Session): Promise<void> {
  await session.query(deleteEndedHmacSecrets);
}
