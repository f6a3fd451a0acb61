// How does somebody come in who has no password yet? By a one-time link that another one hands over: 256 random bits, good for seven days,
// once. Only its hash is kept.

import { hash, randomBytes } from 'node:crypto';
import type { Session, Statement } from '../../db/database.ts';
import { emailKey } from './email.ts';
import type { Seat } from './memberships.ts';

const tokenBytes = 32;
const linkDays = 7;
/** Of an account, or of the operator: as many as one list shows. */
export const openInvitationsMax = 200;

export type Link =
  /** `madeBy` once it is stored: a person's id; null: the command line. */
  | { kind: 'invitation'; email: string; seat: Seat; madeBy?: number | null }
  | { kind: 'first-operator' }
  | { kind: 'reset'; personId: number; secondFactors: boolean };

const insertLink: Statement = {
  name: 'insert_one_time_link',
  text: `insert into one_time_link (token_hash, kind, email, email_key, person_id, side, role, account_id, countries, second_factors, made_by, expires_at)
    values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, jokko_now() + interval '${linkDays} days') returning id`,
};
const columns = `id, kind, email, person_id as "personId", side, role, account_id as "accountId", countries, second_factors as "secondFactors", made_by as "madeBy"`;
const lookAt: Statement = {
  name: 'look_at_one_time_link',
  text: `select ${columns} from one_time_link where token_hash = $1 and kind = $2 and used_at is null and expires_at > jokko_now()`,
};
const take: Statement = {
  name: 'take_one_time_link',
  text: `update one_time_link set used_at = jokko_now()
    where token_hash = $1 and kind = $2 and used_at is null and expires_at > jokko_now() returning ${columns}`,
};
const takeOthers: Statement = {
  name: 'end_one_time_links',
  text: `update one_time_link set used_at = jokko_now() where kind = $1 and used_at is null and expires_at > jokko_now()
    and ($2::integer is null or person_id = $2)`,
};
const forgetOld: Statement = {
  name: 'forget_one_time_links',
  text: `delete from one_time_link where id in (
      select id from one_time_link where expires_at < jokko_now() - interval '30 days' order by expires_at limit $1) returning 1`,
};
const listOpen: Statement = {
  name: 'list_invitations',
  text: `select id, email, role, countries, expires_at as "expiresAt" from one_time_link
    where coalesce(account_id, 0) = $1 and kind = 'invitation' and used_at is null and expires_at > jokko_now() order by id limit ${openInvitationsMax}`,
};
const endOfMaker: Statement = {
  name: 'end_invitations_of_maker',
  text: `update one_time_link set used_at = jokko_now()
    where coalesce(account_id, 0) = $1 and kind = 'invitation' and used_at is null and made_by = $2 and expires_at > jokko_now() returning 1`,
};
const withdraw: Statement = {
  name: 'withdraw_invitation',
  text: `update one_time_link set used_at = jokko_now()
    where id = $1 and coalesce(account_id, 0) = $2 and kind = 'invitation' and used_at is null returning email`,
};

interface Row {
  id: number;
  kind: Link['kind'];
  email: string | null;
  personId: number | null;
  side: 'developer' | 'operator' | null;
  role: string | null;
  accountId: number | null;
  countries: string[] | null;
  secondFactors: boolean;
  madeBy: number | null;
}

const hashOf = (token: string): Buffer => hash('sha256', token, 'buffer');

/** Makes a link and answers its token, which is kept nowhere. `madeBy`: a person's id; null: the command line. */
export async function makeLink(session: Session, link: Link, madeBy: number | null): Promise<{ id: number; token: string }> {
  const token = randomBytes(tokenBytes).toString('base64url');
  const seat = link.kind === 'invitation' ? link.seat : null;
  const email = link.kind === 'invitation' ? link.email : null;
  const [row] = await session.query<{ id: number }>(insertLink, [
    hashOf(token),
    link.kind,
    email,
    email === null ? null : emailKey(email),
    link.kind === 'reset' ? link.personId : null,
    ...[seat?.side ?? null, seat?.role ?? null, seat?.accountId ?? null, seat?.countries ?? null],
    link.kind === 'reset' && link.secondFactors,
    madeBy,
  ]);
  return { id: row!.id, token };
}

/** What a link is for; null when it was used, has ended or never was. */
export async function findLink<Kind extends Link['kind']>(session: Session, kind: Kind, token: string) {
  return readLink<Kind>((await session.query<Row>(lookAt, [hashOf(token), kind]))[0]);
}

/** Uses a link up: answers it once, then null. */
export async function takeLink<Kind extends Link['kind']>(session: Session, kind: Kind, token: string) {
  return readLink<Kind>((await session.query<Row>(take, [hashOf(token), kind]))[0]);
}

function readLink<Kind extends Link['kind']>(row: Row | undefined): Extract<Link, { kind: Kind }> | null {
  if (row === undefined) return null;
  const { kind, email, personId, side, role, accountId, countries, secondFactors, madeBy } = row;
  const links: { [kind in Link['kind']]: object } = {
    invitation: { kind, email, seat: { side, role, accountId, countries }, madeBy },
    'first-operator': { kind },
    reset: { kind, personId, secondFactors },
  };
  return links[kind] as Extract<Link, { kind: Kind }>;
}

/** Ends what is left of a kind, of one person where one is named. */
export async function endLinks(session: Session, kind: Link['kind'], personId: number | null): Promise<void> {
  await session.query(takeOthers, [kind, personId]);
}

export interface OpenInvitation {
  id: number;
  email: string;
  role: string;
  countries: string[] | null;
  expiresAt: Date;
}

/** Of an account, or with null of the operator. */
export function listInvitations(session: Session, accountId: number | null): Promise<OpenInvitation[]> {
  return session.query<OpenInvitation>(listOpen, [accountId ?? 0]);
}

/** The address that was invited; null when there is no such invitation any more. */
export async function withdrawInvitation(session: Session, id: number, accountId: number | null): Promise<string | null> {
  return (await session.query<{ email: string }>(withdraw, [id, accountId ?? 0]))[0]?.email ?? null;
}

/** Ends what a person has invited to a seat of `accountId` (null: of the operator) and nobody has accepted. Answers how many. */
export async function endInvitationsOf(session: Session, personId: number, accountId: number | null): Promise<number> {
  return (await session.query(endOfMaker, [accountId ?? 0, personId])).length;
}

/** Removes links that ended long ago. Answers how many. */
export async function forgetLinks(session: Session, max: number): Promise<number> {
  return (await session.query(forgetOld, [max])).length;
}
