// Stores passkeys and open challenges.

import type { Session, Statement } from '../../platform/db/database.ts';

export type ChallengePurpose = 'sign-in' | 'step-up' | 'add';

export interface StoredPasskey {
  id: number;
  userId: number;
  /** base64url */
  credentialId: string;
  publicKey: Buffer;
  counter: bigint;
  transports: string[];
}

export interface ListedPasskey {
  id: number;
  name: string;
  credentialId: string;
  transports: string[];
  addedAt: Date;
  usedAt: Date | null;
}

/** The most of one user: as many as their list shows. */
export const passkeysMax = 50;

const challengeMinutes = 5;
const insertChallenge: Statement = {
  name: 'insert_passkey_challenge',
  text: `insert into passkey_challenge (challenge, purpose, user_id, address_group, expires_at)
    values ($1, $2, $3, $4, jokko_now() + interval '${challengeMinutes} minutes')`,
};
/**
 * Open ones of one address, of people who are not signed in: an office that shares it stays far
 * below.
 */
export const challengesOfAddressMax = 300;
const countOfAddress: Statement = {
  name: 'count_passkey_challenges_of_address',
  text: `select count(*)::integer as open, coalesce(ceil(extract(epoch
    from min(expires_at) - jokko_now())), 1)::integer as seconds
    from (select expires_at from passkey_challenge where address_group = $1
      and expires_at > jokko_now()
      order by expires_at desc limit ${challengesOfAddressMax}) as newest`,
};
/** Anybody may ask for one: no more than so many are kept, the newest. */
const challengesMax = 20_000;
const boundChallenges: Statement = {
  name: 'bound_passkey_challenges',
  text: `delete from passkey_challenge where challenge in (
      select challenge from passkey_challenge order by expires_at
        limit greatest(0, (select count(*) from passkey_challenge) - $1))`,
};
const deleteChallenge: Statement = {
  name: 'take_passkey_challenge',
  text: `delete from passkey_challenge where challenge = $1 and purpose = $2
    and user_id is not distinct from $3
    and expires_at > jokko_now() returning 1`,
};
const deleteChallenges: Statement = {
  name: 'forget_passkey_challenges',
  text: `delete from passkey_challenge where challenge in (
      select challenge from passkey_challenge where expires_at < jokko_now() order by expires_at
        limit $1) returning 1`,
};
const insertPasskey: Statement = {
  name: 'insert_passkey',
  text: `insert into passkey (user_id, credential_id, public_key, counter, transports, name)
    values ($1, $2, $3, $4, $5, $6)
    on conflict (credential_id) do nothing returning id`,
};
const selectPasskey: Statement = {
  name: 'select_passkey',
  text: `select id, user_id as "userId", credential_id as "credentialId", public_key as "publicKey",
    counter, transports
    from passkey where credential_id = $1`,
};
const selectPasskeys: Statement = {
  name: 'list_passkeys',
  text: `select id, name, credential_id as "credentialId", transports, created_at as "addedAt",
    used_at as "usedAt"
    from passkey where user_id = $1 order by id limit ${passkeysMax}`,
};
const touchPasskey: Statement = {
  name: 'use_passkey',
  text: `update passkey set counter = $2, used_at = jokko_now() where id = $1
    and (counter < $2 or (counter = 0 and $2 = 0)) returning 1`,
};
const deletePasskey: Statement = {
  name: 'delete_passkey',
  text: 'delete from passkey where id = $1 and user_id = $2 returning name',
};
const deletePasskeys: Statement = {
  name: 'delete_passkeys',
  text: 'delete from passkey where user_id = $1',
};

/** Seconds until this address may ask for another one without being signed in; null: now. */
export async function challengeWait(
  session: Session,
  addressGroup: string,
): Promise<number | null> {
  const [row] = await session.query<{ open: number; seconds: number }>(countOfAddress, [
    addressGroup,
  ]);
  return row!.open < challengesOfAddressMax ? null : Math.max(row!.seconds, 1);
}

/** `addressGroup`: of who is not signed in. */
export async function storeChallenge(
  session: Session,
  challenge: {
    challenge: string;
    purpose: ChallengePurpose;
    userId: number | null;
    addressGroup?: string;
  },
) {
  await session.query(insertChallenge, [
    challenge.challenge,
    challenge.purpose,
    challenge.userId,
    challenge.addressGroup ?? null,
  ]);
  await session.query(boundChallenges, [challengesMax]);
}

/** True once for each challenge, within five minutes. */
export async function takeChallenge(
  session: Session,
  challenge: { challenge: string; purpose: ChallengePurpose; userId: number | null },
): Promise<boolean> {
  return (
    (
      await session.query(deleteChallenge, [
        challenge.challenge,
        challenge.purpose,
        challenge.userId,
      ])
    ).length > 0
  );
}

/** Removes unanswered challenges. Returns the number. */
export async function purgeChallenges(session: Session, max: number): Promise<number> {
  return (await session.query(deleteChallenges, [max])).length;
}

/** Null when this passkey is known already. */
export async function addPasskey(
  session: Session,
  passkey: Omit<StoredPasskey, 'id'> & { name: string },
): Promise<number | null> {
  const values = [
    passkey.userId,
    passkey.credentialId,
    passkey.publicKey,
    passkey.counter,
    passkey.transports,
    passkey.name,
  ];
  return (await session.query<{ id: number }>(insertPasskey, values))[0]?.id ?? null;
}

export async function findPasskey(
  session: Session,
  credentialId: string,
): Promise<StoredPasskey | null> {
  return (await session.query<StoredPasskey>(selectPasskey, [credentialId]))[0] ?? null;
}

export function listPasskeys(session: Session, userId: number): Promise<ListedPasskey[]> {
  return session.query<ListedPasskey>(selectPasskeys, [userId]);
}

/**
 * False when the count is not above the one before; authenticators without a counter always send 0.
 */
export async function usePasskey(session: Session, id: number, counter: bigint): Promise<boolean> {
  return (await session.query(touchPasskey, [id, counter])).length > 0;
}

/** Its name; null when the user has no such passkey. */
export async function dropPasskey(
  session: Session,
  id: number,
  userId: number,
): Promise<string | null> {
  return (await session.query<{ name: string }>(deletePasskey, [id, userId]))[0]?.name ?? null;
}

export async function dropPasskeys(session: Session, userId: number): Promise<void> {
  await session.query(deletePasskeys, [userId]);
}
