// Finds the owner of an API key, for an operator who was given its public part.

import type { Session, Statement } from '../../platform/db/database.ts';

interface OwnedKey {
  id: number;
  /** Empty: it was given none. */
  name: string;
  accountId: number;
  accountName: string;
  live: boolean;
}

const selectOwned: Statement = {
  name: 'select_owned_api_key',
  text: `select k.id, k.name, k.account_id as "accountId", a.name as "accountName",
    k.expires_at is null or k.expires_at > jokko_now() as live
    from api_key k join account a on a.id = k.account_id where k.id = $1`,
};

/** Null: there is no such key. */
export async function findOwnedKey(session: Session, keyId: number): Promise<OwnedKey | null> {
  return (await session.query<OwnedKey>(selectOwned, [keyId]))[0] ?? null;
}
