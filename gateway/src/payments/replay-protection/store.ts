// Stores accepted signatures, one row each, for as long as the signature could be accepted again.
// Written and answered in groups.

import { bytesArray, plainArray, textArray } from '../../platform/db/array-text.ts';
import type { Session, Statement } from '../../platform/db/database.ts';

/** What a row is found by. */
export interface SignatureKey {
  accountId: number;
  /** SHA-256 of the signature. */
  hash: Buffer;
}

export interface Reservation extends SignatureKey {
  path: string;
  /** ms since 1970 in real time: signatures grow old by it. */
  expiresAtMs: number;
}

export interface SignedRow {
  path: string;
  answer: string | null;
}

const reserveStatement: Statement = {
  name: 'reserve_signed_requests',
  text: `insert into signed_request (account_id, signature_hash, path, expires_at, owner)
         select account_id, hash, path, to_timestamp(expires_ms / 1000), $5::integer
         from unnest($1::integer[], $2::bytea[], $3::text[],
           $4::double precision[]) as given(account_id, hash, path, expires_ms)
         on conflict do nothing returning account_id, signature_hash as hash`,
};
const recordStatement: Statement = {
  name: 'record_signed_answers',
  text: `update signed_request r set answer = given.answer, owner = null
         from unnest($1::integer[], $2::bytea[], $3::text[]) as given(account_id, hash, answer)
         where r.signature_hash = given.hash and r.account_id = given.account_id`,
};
const selectStatement: Statement = {
  name: 'select_signed_request',
  text: `select path, answer from signed_request where signature_hash = $1 and account_id = $2`,
};
const takeOverStatement: Statement = {
  name: 'take_over_signed_request',
  text: `update signed_request set owner = $3
         where signature_hash = $1 and account_id = $2 and answer is null
           and (owner is null or owner = $3 or not exists (select from node
             where incarnation = owner and lease_until > now()))
         returning path`,
};
// Several nodes sweep: each takes what no other has.
const sweepStatement: Statement = {
  name: 'sweep_signed_requests',
  text: `with gone as (
           delete from signed_request
           where ctid = any (array(select ctid from signed_request where expires_at <= now()
             order by expires_at limit $1
                                   for update skip locked))
           returning 1
         )
         select count(*)::integer as removed from gone`,
};

/** Answers which of them were new, and are `node`'s to answer. */
export async function reserve(
  session: Session,
  node: number,
  group: readonly Reservation[],
): Promise<SignatureKey[]> {
  const rows = await session.query<{ account_id: number; hash: Buffer }>(reserveStatement, [
    plainArray(group.map(({ accountId }) => accountId)),
    bytesArray(group.map(({ hash }) => hash)),
    textArray(group.map(({ path }) => path)),
    plainArray(group.map(({ expiresAtMs }) => expiresAtMs)),
    node,
  ]);
  return rows.map((row) => ({ accountId: row.account_id, hash: row.hash }));
}

/** Stores answers; null: there is none, and the same request may be tried again on its path. */
export async function record(
  session: Session,
  group: readonly (SignatureKey & { answer: string | null })[],
): Promise<void> {
  await session.query(recordStatement, [
    plainArray(group.map(({ accountId }) => accountId)),
    bytesArray(group.map(({ hash }) => hash)),
    textArray(group.map(({ answer }) => answer)),
  ]);
}

/** Null when there is none, or none any more. */
export async function find(
  session: Session,
  { accountId, hash }: SignatureKey,
): Promise<SignedRow | null> {
  const [row] = await session.query<SignedRow>(selectStatement, [hash, accountId]);
  return row ?? null;
}

/**
 * Gives an unanswered request that no node processes to `node`. Returns whether it succeeded; of
 * several nodes, one does.
 */
export async function takeOver(
  session: Session,
  node: number,
  { accountId, hash }: SignatureKey,
): Promise<boolean> {
  return (await session.query(takeOverStatement, [hash, accountId, node])).length > 0;
}

/** Removes at most `max` signatures that are too old to be accepted anyway. */
export async function sweep(session: Session, max: number): Promise<number> {
  const [row] = await session.query<{ removed: number }>(sweepStatement, [max]);
  return row!.removed;
}
