// Stores API keys. Finding the key of a request is in directory.ts.

import type { Session, Statement } from '../../platform/db/database.ts';
import type { KeyLimits, KeyScope } from './key-access.ts';

/** `ending`: replaced, and going on for the overlap. `replaced`: that overlap is over. */
export type KeyState = 'active' | 'ending' | 'replaced' | 'expired' | 'revoked';

export interface KeyRow {
  id: number;
  account_id: number;
  name: string;
  scope: KeyScope;
  services: string[] | null;
  allow_from: string[] | null;
  last_four: string;
  created_at: Date;
  expires_at: Date | null;
  last_used_at: Date | null;
  replaced_by: number | null;
  /** In ten-thousandths; null: what a key of this mode begins with. */
  payout_limit: bigint | null;
  state: KeyState;
}

const columns = `id, account_id, name, scope, services, allow_from, last_four, created_at,
  expires_at, last_used_at, replaced_by, payout_limit,
  case when expires_at is null or expires_at > jokko_now() then case
    when replaced_by is null then 'active' else 'ending' end
    when revoked_at is not null then 'revoked' when replaced_by is not null then 'replaced'
      else 'expired' end as state`;

const takeId: Statement = {
  name: 'take_key_id',
  text: `select nextval(pg_get_serial_sequence('api_key', 'id'))::integer as id`,
};
const insertKey: Statement = {
  name: 'insert_api_key',
  text: `insert into api_key (id, account_id, key_hash, last_four, key_sealed, name, scope,
    services, allow_from, created_at, expires_at, payout_limit)
         overriding system value values ($1, $2, $3, $4, $5, $6, $7, $8, $9, jokko_now(), $10,
           $11)`,
};
const setLimit: Statement = {
  name: 'set_payout_limit_of_key',
  text: 'update api_key set payout_limit = $2 where id = $1',
};
// Keys that end sooner anyway keep their end.
const replaceKeys: Statement = {
  name: 'replace_api_keys',
  text: `update api_key set expires_at = least(expires_at,
    jokko_now() + $2::bigint * interval '1 millisecond'),
           replaced_by = coalesce(replaced_by, $3), revoked_at = case
             when $2::bigint = 0 then jokko_now() end
         where account_id = $1 and id <> $3 and ($4::integer is null or id = $4)
           and (expires_at is null or expires_at > jokko_now())
         returning id`,
};
const endKey: Statement = {
  name: 'revoke_api_key',
  text: `update api_key set expires_at = jokko_now(), revoked_at = jokko_now()
         where id = $1 and (expires_at is null or expires_at > jokko_now()) returning id`,
};
const selectKey: Statement = {
  name: 'select_api_key',
  text: `select ${columns} from api_key where id = $1`,
};
const selectKeys: Statement = {
  name: 'select_api_keys',
  text: `select ${columns} from api_key where account_id = $1 order by id`,
};
const selectKeyPage: Statement = {
  name: 'select_api_key_page',
  text: `select ${columns} from api_key where account_id = $1 and id < $2 order by id desc
    limit $3`,
};
// Prefers a key without limits, as it is shown for trying everything.
const selectShown: Statement = {
  name: 'select_shown_api_key',
  text: `select id, key_sealed as sealed from api_key
         where account_id = $1 and ($2::integer is null or id = $2)
           and (expires_at is null or expires_at > jokko_now())
         order by (scope = 'full' and services is null and allow_from is null) desc, id desc
           limit 1`,
};

export interface NewKey extends KeyLimits {
  id: number;
  accountId: number;
  hash: Buffer;
  lastFour: string;
  sealed: Buffer | null;
  name: string;
  expiresAt: Date | null;
  payoutLimit: bigint | null;
}

export async function takeKeyId(session: Session): Promise<number> {
  const [row] = await session.query<{ id: number }>(takeId);
  return row!.id;
}

export async function storeKey(session: Session, key: NewKey): Promise<void> {
  const limits = [key.scope, key.services, key.allowFrom];
  await session.query(insertKey, [
    key.id,
    key.accountId,
    key.hash,
    key.lastFour,
    key.sealed,
    key.name,
    ...limits,
    key.expiresAt,
    key.payoutLimit,
  ]);
}

/** In ten-thousandths. */
export async function setPayoutLimit(
  session: Session,
  keyId: number,
  limit: bigint,
): Promise<void> {
  await session.query(setLimit, [keyId, limit]);
}

/**
 * Lets the account's other keys, or the one given, end after `overlapMs`; 0: at once. Answers which
 * ones.
 */
export async function endReplaced(
  session: Session,
  accountId: number,
  by: { id: number; overlapMs: number; only: number | null },
): Promise<number[]> {
  const rows = await session.query<{ id: number }>(replaceKeys, [
    accountId,
    by.overlapMs,
    by.id,
    by.only,
  ]);
  return rows.map((row) => row.id).toSorted((one, other) => one - other);
}

/** False when it has ended already. */
export async function endAtOnce(session: Session, keyId: number): Promise<boolean> {
  return (await session.query(endKey, [keyId])).length > 0;
}

export async function loadKey(session: Session, keyId: number): Promise<KeyRow | null> {
  const [row] = await session.query<KeyRow>(selectKey, [keyId]);
  return row ?? null;
}

/** All keys of an account, ended ones included, the oldest first. */
export function loadKeys(session: Session, accountId: number): Promise<KeyRow[]> {
  return session.query<KeyRow>(selectKeys, [accountId]);
}

const keyNumberMax = 2 ** 31 - 1;

/** Keys with smaller numbers than `before`, the newest first. */
export function loadKeyPage(
  session: Session,
  { accountId, before, limit }: { accountId: number; before: number | null; limit: number },
): Promise<KeyRow[]> {
  return session.query<KeyRow>(selectKeyPage, [accountId, before ?? keyNumberMax, limit]);
}

/** The newest valid key, one without limits first; with `keyId` that one. */
export async function loadShownKey(
  session: Session,
  accountId: number,
  keyId: number | null,
): Promise<{ id: number; sealed: Buffer | null } | null> {
  const [row] = await session.query<{ id: number; sealed: Buffer | null }>(selectShown, [
    accountId,
    keyId,
  ]);
  return row ?? null;
}
