// Decides whether two users are independent for the two-user rule. Whoever gave both of them
// their memberships, directly or through others, could be both, so such a pair cannot approve each
// other's requests; a new member counts later. An approval request never exceeds the rights of its
// requester.

import type { Session, Statement } from '../../platform/db/database.ts';

/**
 * Roles that ask for what another one must approve, and that approve it, as the policies of those
 * routes have them.
 */
const rolesOfTwo = {
  operator: ['admin', 'finance'],
  account: ['owner', 'admin', 'finance'],
} as const;

// Held until the approval request is decided, so that no seat changes meanwhile.
const lockSeat: Statement = {
  name: 'lock_seat_of_asker',
  text: `select m.role, m.countries, coalesce(m.changed_at, m.created_at) as since, case
    when m.counts_at > jokko_now() then m.counts_at end as "countsAt"
    from membership m join portal_user p on p.id = m.user_id
    where m.user_id = $1 and coalesce(m.account_id, 0) = $2 and m.ended_at is null
      and p.disabled_at is null for share of m`,
};
// Where the operator decides for an account, it is their seat with the operator. Held as the
// asker's is: who is demoted meanwhile decides nothing.
const lockSeatOfDecider: Statement = {
  name: 'lock_seat_of_decider',
  text: `select m.role, m.account_id as "accountId", case
    when m.counts_at > jokko_now() then m.counts_at end as "countsAt"
    from membership m join portal_user p on p.id = m.user_id
    where m.user_id = $1 and coalesce(m.account_id, 0) in ($2, 0) and m.ended_at is null
      and p.disabled_at is null
    order by coalesce(m.account_id, 0) = $2 desc limit 1 for share of m`,
};
// For the two themselves the seat that they have now counts, so that who runs the server can vouch
// for them; for everybody above each that they had.
const above = (of: '$1' | '$2'): string => `
    select ${of}::integer as person, true as self
    union
    select g.person, false from %s a join membership m on m.user_id = a.person
      and coalesce(m.account_id, 0) = $3,
      lateral unnest(array_append(m.changed_by, m.given_by)) as g (person)
      where g.person is not null and (m.ended_at is null or not a.self)`;
const haveOneAbove: Statement = {
  name: 'have_one_user_above',
  text: `with recursive asker as (${above('$1').replace('%s', 'asker')}),
    decider as (${above('$2').replace('%s', 'decider')}),
      common as (
        select exists (select from membership o where o.user_id = asker.person
          and coalesce(o.account_id, 0) = $3 and o.role = 'owner') as owner
          from asker join decider on decider.person = asker.person)
    select exists (select from common) as have, exists (select from common
      where not owner) as strict`,
};

/** `countsFrom`: of a `newMember`, when the request can be approved at the latest. */
export type TwoUsersRefusal =
  | { refusal: 'askerLeft' | 'notAllowed' | 'notTwoUsers' }
  | { refusal: 'newMember'; countsFrom: Date };

interface Pair {
  /** Null: a key of the account, by API. */
  askedBy: number | null;
  /**
   * The time of the approval request; absent: an asker who is limited to countries has no right to
   * it.
   */
  askedAt?: Date;
  decidedBy: number;
  /** Whose users they are; null: the operator's. */
  accountId: number | null;
}

/**
 * Why `decidedBy` may not approve what `askedBy` asked for; null: they may. Owners stand above
 * nobody in this: the account is theirs, and a small one has nobody else. New members, who may be a
 * second address of whoever brought them in, count later: as deciders, and as askers where those
 * decide who brought them in, owners or not.
 */
export async function twoUsersRefusal(
  session: Session,
  { askedBy, askedAt, decidedBy, accountId }: Pair,
): Promise<TwoUsersRefusal | null> {
  const of = accountId ?? 0;
  const seat =
    askedBy === null ? null : await seatOfAsker(session, { askedBy, askedAt, accountId });
  if (seat === 'left') return { refusal: 'askerLeft' };
  const [decider] = await session.query<DeciderSeat>(lockSeatOfDecider, [decidedBy, of]);
  if (decider === undefined || !isRoleOfTwo(decider.role, decider.accountId))
    return { refusal: 'notAllowed' };
  const { have, strict } =
    askedBy === null
      ? { have: false, strict: false }
      : await oneAbove(session, askedBy, decidedBy, of);
  if (strict) return { refusal: 'notTwoUsers' };
  const countsFrom = decider.countsAt ?? (have ? (seat?.countsAt ?? null) : null);
  return countsFrom === null ? null : { refusal: 'newMember', countsFrom };
}

/** `left`: it is none any more that may ask. */
async function seatOfAsker(
  session: Session,
  {
    askedBy,
    askedAt,
    accountId,
  }: Omit<Pair, 'decidedBy' | 'askedAt'> & { askedAt: Date | undefined },
): Promise<LockedSeat | 'left'> {
  const [seat] = await session.query<LockedSeat>(lockSeat, [askedBy, accountId ?? 0]);
  if (seat === undefined || !isRoleOfTwo(seat.role, accountId)) return 'left';
  // Who was limited to these countries when they asked was allowed to; who has been since may have
  // asked for more.
  return seat.countries !== null && (askedAt === undefined || seat.since > askedAt) ? 'left' : seat;
}

/** Whether a user stands above both, or one above the other; `strict`: one who is no owner. */
export async function oneAbove(
  session: Session,
  one: number,
  other: number,
  of: number,
): Promise<{ have: boolean; strict: boolean }> {
  return (
    await session.query<{ have: boolean; strict: boolean }>(haveOneAbove, [one, other, of])
  )[0]!;
}

/** `accountId`: of the seat; null: with the operator. */
function isRoleOfTwo(role: string, accountId: number | null): boolean {
  const roles: readonly string[] = rolesOfTwo[accountId === null ? 'operator' : 'account'];
  return roles.includes(role);
}

/** Null: counts already. */
interface Counting {
  countsAt: Date | null;
}
interface DeciderSeat extends Counting {
  role: string;
  accountId: number | null;
}
interface LockedSeat extends Counting {
  role: string;
  countries: string[] | null;
  since: Date;
}
