// Reads the memberships of a user and the members of an account or of the operator.

import type { DeveloperRole, OperatorRole } from '@jokko/contract/portal';
import type { Session, Statement } from '../../platform/db/database.ts';
import type { Membership } from '../../platform/http/portal/caller.ts';

/** A side with one of its roles; `accountId` of the developer side alone. */
export type Seat =
  | { side: 'developer'; role: DeveloperRole; accountId: number; countries: string[] | null }
  | { side: 'operator'; role: OperatorRole; accountId: null; countries: string[] | null };

const whenCounts = (membership: string): string =>
  `case when ${membership}.counts_at > jokko_now() then ${membership}.counts_at end as "countsAt",
    array_remove(array_append(${membership}.changed_by, ${membership}.given_by),
      null) as "broughtInBy"`;

const insertMembership: Statement = {
  name: 'insert_membership',
  text: `insert into membership (user_id, side, role, account_id, countries, given_by, counts_at)
    select $1, $2, $3, $4, $5, $6,
      jokko_now() + case when exists (select from membership o
        where coalesce(o.account_id, 0) = coalesce($4, 0) and o.user_id <> $1
        and o.ended_at is null)
        then $7::integer else 0 end * interval '1 hour'
    on conflict (user_id, coalesce(account_id, 0)) where ended_at is null do nothing returning id`,
};
const listOfUser: Statement = {
  name: 'list_memberships',
  text: `select m.id, m.side, m.role, m.countries, m.account_id as "accountId",
    a.name as "accountName"
    from membership m left join account a on a.id = m.account_id
    where m.user_id = $1 and m.ended_at is null order by m.side desc, m.id limit 200`,
};
const listOfAccount: Statement = {
  name: 'list_members',
  text: `select m.id, m.user_id as "userId", p.email, p.name, m.role, m.countries,
    m.created_at as "since", ${whenCounts('m')}, p.disabled_at is not null as disabled,
      p.totp_sealed is not null or exists (select from passkey k
        where k.user_id = p.id) as "secondFactor",
      (select max(s.seen_at) from portal_session s where s.user_id = p.id
        and s.ended_at is null) as "seenAt"
    from membership m join portal_user p on p.id = m.user_id
    where coalesce(m.account_id, 0) = $1 and m.ended_at is null and m.id > $2 order by m.id
      limit $3`,
};
// All rows of the seat are locked, so that two last ones cannot go at the same time.
const lockMembers: Statement = {
  name: 'lock_members',
  text: `select m.id, m.user_id as "userId", m.role, m.countries,
    p.disabled_at is not null as disabled, ${whenCounts('m')}
    from membership m join portal_user p on p.id = m.user_id
    where coalesce(m.account_id, 0) = $1 and m.ended_at is null order by m.id for update`,
};
const endMembership: Statement = {
  name: 'end_membership',
  text: 'update membership set ended_at = jokko_now() where id = $1 and ended_at is null returning 1',
};
const updateMembership: Statement = {
  name: 'update_membership',
  text: `update membership set role = $2, countries = $3, changed_at = jokko_now(),
      changed_by = case when $4::integer is null or $4 = any(changed_by) then changed_by
        else array_append(changed_by, $4) end
    where id = $1 and ended_at is null returning 1`,
};
const clearGivers: Statement = {
  name: 'clear_givers_of_membership',
  text: `update membership set given_by = null, changed_by = '{}',
    counts_at = least(counts_at, jokko_now()) where id = $1 and ended_at is null returning 1`,
};
const countAtOnce: Statement = {
  name: 'count_membership_at_once',
  text: 'update membership set counts_at = jokko_now() where id = $1 and ended_at is null and counts_at > jokko_now() returning 1',
};
const selectSeat: Statement = {
  name: 'select_seat',
  text: 'select id from membership where user_id = $1 and coalesce(account_id, 0) = $2 and ended_at is null',
};
const selectMember: Statement = {
  name: 'select_member',
  text: `select p.id as "userId", p.email, p.disabled_at is not null as disabled,
      exists (select from membership o where o.user_id = p.id and o.side = 'operator'
        and o.ended_at is null) as "isOperator"
    from membership m join portal_user p on p.id = m.user_id
    where m.id = $1 and m.account_id = $2 and m.ended_at is null for update of m`,
};
const letInDays = 30;
const notOfAccount = (user: string): string =>
  `${user} is not null and not exists (select from membership own where own.user_id = ${user} and own.account_id = $1)`;
const selectLetIn: Statement = {
  name: 'list_let_in',
  text: `select email, role, what, at from (
      select p.email, m.role, 'joined' as what, m.created_at as at from membership m
        join portal_user p on p.id = m.user_id
        where coalesce(m.account_id, 0) = $1 and m.ended_at is null and m.user_id <> $2
          and ${notOfAccount('m.given_by')}
      union all
      select coalesce(l.email, p.email), l.role,
          case when w.state = 'open' then 'waits' when l.kind = 'reset' then 'reset'
            else 'invited' end, l.created_at
        from one_time_link l left join approval_request w on w.id = l.approval_request_id
          left join portal_user p on p.id = l.user_id
        where coalesce(l.account_id, 0) = $1 and l.used_at is null and l.expires_at > jokko_now()
          and coalesce(w.state, 'done') in ('open', 'done')
          and ${notOfAccount('l.made_by')}
    ) as let where at > jokko_now() - interval '${letInDays} days' order by at desc limit 20`,
};
const anyOperator: Statement = {
  name: 'any_operator',
  text: `select exists (select from membership where coalesce(account_id, 0) = 0) as "any"`,
};

/**
 * The membership's id; null when the user has a seat there already. `givenBy`: the user who invited
 * them; null: none did. `waitHours`: until they count as a second person, where somebody else is a
 * member already.
 */
export async function storeMembership(
  session: Session,
  userId: number,
  seat: Seat,
  { givenBy = null, waitHours = 0 }: { givenBy?: number | null; waitHours?: number } = {},
): Promise<number | null> {
  const values = [
    ...[userId, seat.side, seat.role, seat.accountId, seat.countries],
    ...[givenBy, waitHours],
  ];
  return (await session.query<{ id: number }>(insertMembership, values))[0]?.id ?? null;
}

export function listMemberships(session: Session, userId: number): Promise<Membership[]> {
  return session.query<Membership>(listOfUser, [userId]);
}

/** Whether a member is a second person yet. */
interface Counting {
  /** From when on they count as one; null: they do. */
  countsAt: Date | null;
  /** Who invited them, and who changed their seat since. */
  broughtInBy: number[];
}

export interface Member extends Counting {
  /** The id of the membership. */
  id: number;
  userId: number;
  email: string;
  name: string;
  role: string;
  countries: string[] | null;
  since: Date;
  disabled: boolean;
  secondFactor: boolean;
  seenAt: Date | null;
}

/**
 * Members of an account, or with null the operator's people, in the order in which they came; those
 * after the id `after`.
 */
export function listMembers(
  session: Session,
  accountId: number | null,
  after = 0,
  limit = 200,
): Promise<Member[]> {
  return session.query<Member>(listOfAccount, [accountId ?? 0, after, limit]);
}

export interface LockedMember extends Counting {
  id: number;
  userId: number;
  role: string;
  countries: string[] | null;
  disabled: boolean;
}

/**
 * All members of an account, or with null the operator's people, locked until the transaction ends.
 */
export function lockAllMembers(
  session: Session,
  accountId: number | null,
): Promise<LockedMember[]> {
  return session.query<LockedMember>(lockMembers, [accountId ?? 0]);
}

export async function dropMembership(session: Session, membershipId: number): Promise<void> {
  await session.query(endMembership, [membershipId]);
}

/**
 * `changedBy`: the user who does; null: the command line. Who gave or changed the seat before stays
 * written down.
 */
export async function changeMembership(
  session: Session,
  membershipId: number,
  {
    role,
    countries,
    changedBy,
  }: { role: string; countries: string[] | null; changedBy: number | null },
): Promise<void> {
  await session.query(updateMembership, [membershipId, role, countries, changedBy]);
}

/** Clears who gave the role. */
export async function purgeGivers(session: Session, membershipId: number): Promise<void> {
  await session.query(clearGivers, [membershipId]);
}

/** From now on the user counts as a second person. False: they do already, or have gone. */
export async function countAtOnceIn(session: Session, membershipId: number): Promise<boolean> {
  return (await session.query(countAtOnce, [membershipId])).length > 0;
}

/** Whether a user is a member of an account; null: one of the operator's people. */
export async function hasSeat(
  session: Session,
  userId: number,
  accountId: number | null,
): Promise<boolean> {
  return (await session.query(selectSeat, [userId, accountId ?? 0])).length > 0;
}

/** A member of an account, locked until the transaction ends; null: there is none. */
export async function findMember(session: Session, accountId: number, membershipId: number) {
  return (await session.query<FoundMember>(selectMember, [membershipId, accountId]))[0] ?? null;
}

interface FoundMember {
  userId: number;
  email: string;
  disabled: boolean;
  /** Has a seat of the operator, too. */
  isOperator: boolean;
}

/** Whom somebody has let in who is of the account themselves in no way: the operator. */
export interface LetIn {
  email: string;
  role: DeveloperRole | null;
  /** `reset`: a link for a new password. */
  what: 'waits' | 'invited' | 'joined' | 'reset';
  at: Date;
}

/**
 * What the operator did in the last 30 days to let people into an account, newest first. `but`: not
 * about this user.
 */
export function listLetIn(session: Session, accountId: number, but: number): Promise<LetIn[]> {
  return session.query<LetIn>(selectLetIn, [accountId, but]);
}

/** Whether the installation has had an operator, so that no first one is made. */
export async function hasOperators(session: Session): Promise<boolean> {
  return (await session.query<{ any: boolean }>(anyOperator))[0]!.any;
}
