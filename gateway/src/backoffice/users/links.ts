// Issues and redeems one-time links for users who have no password yet. Another user hands the
// link over: 256 random bits, valid for seven days, once. Only its hash is stored.

import { hash, randomBytes } from 'node:crypto';
import type { Session, Statement } from '../../platform/db/database.ts';
import { emailKey } from './email.ts';
import type { Seat } from './memberships.ts';

const tokenBytes = 32;
const linkDays = 7;
/** The most of an account, or of the operator: as many as one list shows. */
export const openInvitationsMax = 200;

export type Link =
  /** `madeBy` once it is stored: a user's id; null: the command line. */
  | { kind: 'invitation'; email: string; seat: Seat; madeBy?: number | null }
  | { kind: 'first-operator' }
  /**
   * `accountId`: of the developer account that it was asked for in; absent: by who runs the server.
   */
  | { kind: 'reset'; userId: number; secondFactors: boolean; accountId?: number };

const insertLink: Statement = {
  name: 'insert_one_time_link',
  text: `insert into one_time_link (token_hash, kind, email, email_key, user_id, side, role,
    account_id, countries, second_factors, made_by, approval_request_id, expires_at)
    values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12,
      jokko_now() + interval '${linkDays} days') returning id`,
};
/** A link that needs two users works once the second one has approved. */
const inForce = `used_at is null and expires_at > jokko_now() and (approval_request_id is null
  or exists (select from approval_request w where w.id = approval_request_id
  and w.state = 'done'))`;
const columns = `id, kind, email, user_id as "userId", side, role, account_id as "accountId", countries, second_factors as "secondFactors", made_by as "madeBy"`;
const lookAt: Statement = {
  name: 'look_at_one_time_link',
  text: `select ${columns} from one_time_link where token_hash = $1 and kind = $2 and ${inForce}`,
};
const take: Statement = {
  name: 'take_one_time_link',
  text: `update one_time_link set used_at = jokko_now()
    where token_hash = $1 and kind = $2 and ${inForce} returning ${columns}`,
};
const takeOthers: Statement = {
  name: 'end_one_time_links',
  text: `update one_time_link set used_at = jokko_now() where kind = $1 and used_at is null
    and expires_at > jokko_now()
    and ($2::integer is null or user_id = $2)`,
};
const purge: Statement = {
  name: 'forget_one_time_links',
  text: `delete from one_time_link where id in (
      select id from one_time_link where expires_at < jokko_now() - interval '30 days'
        order by expires_at limit $1) returning 1`,
};
const listOpen: Statement = {
  name: 'list_invitations',
  text: `select l.id, l.email, l.role, l.countries, l.expires_at as "expiresAt",
    coalesce(w.state, 'done') <> 'done' as waits,
      l.account_id is not null and not exists (select from membership m where m.user_id = l.made_by
        and m.account_id = l.account_id) as "byOperator"
    from one_time_link l left join approval_request w on w.id = l.approval_request_id
    where coalesce(l.account_id, 0) = $1 and l.kind = 'invitation' and l.used_at is null
      and l.expires_at > jokko_now()
      and coalesce(w.state, 'done') in ('open', 'done') order by l.id limit ${openInvitationsMax}`,
};
const endOfMaker: Statement = {
  name: 'end_invitations_of_maker',
  text: `update one_time_link l set used_at = jokko_now()
    where l.made_by = $2 and l.kind <> 'first-operator' and l.used_at is null
      and l.expires_at > jokko_now()
      and (coalesce(l.account_id, 0) = $1
        or $1 = 0 and not exists (select from membership m where m.user_id = $2
          and m.account_id = l.account_id and m.ended_at is null))
    returning id`,
};
const renewOfApprovalRequest: Statement = {
  name: 'renew_link_of_approval_request',
  text: `update one_time_link set expires_at = jokko_now() + interval '${linkDays} days'
    where approval_request_id = $1 and used_at is null and expires_at > jokko_now() returning 1`,
};
const selectOpenOfApprovalRequest: Statement = {
  name: 'select_open_link_of_approval_request',
  text: `select 1 from one_time_link where approval_request_id = $1 and used_at is null
    and expires_at > jokko_now()`,
};
const selectOpenInvitation: Statement = {
  name: 'select_open_invitation',
  text: `select role, countries from one_time_link
    where id = $1 and coalesce(account_id, 0) = $2 and kind = 'invitation'
      and used_at is null for update`,
};
const withdraw: Statement = {
  name: 'withdraw_invitation',
  text: `update one_time_link set used_at = jokko_now()
    where id = $1 and coalesce(account_id, 0) = $2 and kind = 'invitation' and used_at is null
      returning email`,
};

interface Row {
  id: number;
  kind: Link['kind'];
  email: string | null;
  userId: number | null;
  side: 'developer' | 'operator' | null;
  role: string | null;
  accountId: number | null;
  countries: string[] | null;
  secondFactors: boolean;
  madeBy: number | null;
}

const hashOf = (token: string): Buffer => hash('sha256', token, 'buffer');

/**
 * Makes a link and answers its token, which is kept nowhere. `madeBy`: a user's id; null: the
 * command line. `approvalRequestId`: the approval request that must be done before it works.
 */
export async function makeLink(
  session: Session,
  link: Link,
  madeBy: number | null,
  approvalRequestId: number | null = null,
): Promise<{ id: number; token: string }> {
  const token = randomBytes(tokenBytes).toString('base64url');
  const seat = link.kind === 'invitation' ? link.seat : null;
  const email = link.kind === 'invitation' ? link.email : null;
  const [row] = await session.query<{ id: number }>(insertLink, [
    hashOf(token),
    link.kind,
    email,
    email === null ? null : emailKey(email),
    link.kind === 'reset' ? link.userId : null,
    ...[
      seat?.side ?? null,
      seat?.role ?? null,
      (link.kind === 'reset' ? link.accountId : seat?.accountId) ?? null,
      seat?.countries ?? null,
    ],
    link.kind === 'reset' && link.secondFactors,
    madeBy,
    approvalRequestId,
  ]);
  return { id: row!.id, token };
}

/** What a link is for; null when it was used, has ended or never was. */
export async function findLink<Kind extends Link['kind']>(
  session: Session,
  kind: Kind,
  token: string,
) {
  return readLink<Kind>((await session.query<Row>(lookAt, [hashOf(token), kind]))[0]);
}

/** Uses a link up: answers it once, then null. */
export async function takeLink<Kind extends Link['kind']>(
  session: Session,
  kind: Kind,
  token: string,
) {
  return readLink<Kind>((await session.query<Row>(take, [hashOf(token), kind]))[0]);
}

function readLink<Kind extends Link['kind']>(
  row: Row | undefined,
): Extract<Link, { kind: Kind }> | null {
  if (row === undefined) return null;
  const { kind, email, userId, side, role, accountId, countries, secondFactors, madeBy } = row;
  const links: { [kind in Link['kind']]: object } = {
    invitation: { kind, email, seat: { side, role, accountId, countries }, madeBy },
    'first-operator': { kind },
    reset: { kind, userId, secondFactors },
  };
  return links[kind] as Extract<Link, { kind: Kind }>;
}

/** Ends what is left of a kind, of one user where one is named. */
export async function endLinks(
  session: Session,
  kind: Link['kind'],
  userId: number | null,
): Promise<void> {
  await session.query(takeOthers, [kind, userId]);
}

export interface OpenInvitation {
  id: number;
  email: string;
  role: string;
  countries: string[] | null;
  expiresAt: Date;
  /** A second user has not approved it yet. */
  waits: boolean;
  /** Not created by a member of the account. */
  byOperator: boolean;
}

/**
 * The link of an approval request that is being approved is good for its days from now on. False:
 * it was withdrawn meanwhile.
 */
export async function renewLinkOf(session: Session, approvalRequestId: number): Promise<boolean> {
  return (await session.query(renewOfApprovalRequest, [approvalRequestId])).length > 0;
}

/** Whether the link of an approval request can still be used once it is approved. */
export async function isLinkOpen(session: Session, approvalRequestId: number): Promise<boolean> {
  return (await session.query(selectOpenOfApprovalRequest, [approvalRequestId])).length > 0;
}

/** What an open invitation gives, its row locked; null when there is none any more. */
export async function lockInvitation(session: Session, id: number, accountId: number | null) {
  return (
    (
      await session.query<{ role: string; countries: string[] | null }>(selectOpenInvitation, [
        id,
        accountId ?? 0,
      ])
    )[0] ?? null
  );
}

/** Lists those of an account, or with null of the operator. */
export function listInvitations(
  session: Session,
  accountId: number | null,
): Promise<OpenInvitation[]> {
  return session.query<OpenInvitation>(listOpen, [accountId ?? 0]);
}

/** The address that was invited; null when there is no such invitation any more. */
export async function withdrawInvitation(
  session: Session,
  id: number,
  accountId: number | null,
): Promise<string | null> {
  return (await session.query<{ email: string }>(withdraw, [id, accountId ?? 0]))[0]?.email ?? null;
}

/**
 * Ends the links that a user made with a seat of `accountId` (null: of the operator) and that were
 * not used. Returns their ids.
 */
export async function endInvitationsOf(
  session: Session,
  userId: number,
  accountId: number | null,
): Promise<number[]> {
  const ended = await session.query<{ id: number }>(endOfMaker, [accountId ?? 0, userId]);
  return ended.map(({ id }) => id);
}

/** Removes links that ended long ago. Answers how many. */
export async function purgeLinks(session: Session, max: number): Promise<number> {
  return (await session.query(purge, [max])).length;
}
