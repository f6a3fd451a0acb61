// Are these two really two persons? Who gave both of them their seats, directly or through others, could be both: such two agree on nothing. And
// a wish goes no further than the right of who asked.

import type { Session, Statement } from '../../db/database.ts';

/** Roles that ask for what another one must approve, as the policies of those routes have them. */
const askerRoles = { operator: ['admin', 'finance'], account: ['owner', 'admin', 'finance'] } as const;

// Held until the wish is decided, so that no seat changes meanwhile.
const lockSeat: Statement = {
  name: 'lock_seat_of_asker',
  text: `select m.role, m.countries, coalesce(m.changed_at, m.created_at) as since from membership m join person p on p.id = m.person_id
    where m.person_id = $1 and coalesce(m.account_id, 0) = $2 and m.ended_at is null and p.disabled_at is null for share of m`,
};
// Of the two themselves the seat that they have now counts, so that who runs the server can vouch for them; of everybody above each that they had.
const above = (of: '$1' | '$2'): string => `
    select ${of}::integer as person, true as self
    union
    select g.person, false from %s a join membership m on m.person_id = a.person and coalesce(m.account_id, 0) = $3,
      lateral unnest(array_append(m.changed_by, m.given_by)) as g (person)
      where g.person is not null and (m.ended_at is null or not a.self)`;
const haveOneAbove: Statement = {
  name: 'have_one_person_above',
  text: `with recursive asker as (${above('$1').replace('%s', 'asker')}), decider as (${above('$2').replace('%s', 'decider')})
    select exists (
      select from asker join decider on decider.person = asker.person
        where not exists (select from membership o where o.person_id = asker.person and coalesce(o.account_id, 0) = $3 and o.role = 'owner')) as have`,
};

/**
 * Why `decidedBy` may not approve what `askedBy` wished for; null: they may. `accountId`: whose persons they are, null: the operator's.
 * `askedAt`: of the wish; absent: an asker who is limited to countries has no right to it. Owners stand above nobody in this: the account is
 * theirs, and a small one has nobody else.
 */
export async function twoPersonsRefusal(
  session: Session,
  { askedBy, askedAt, decidedBy, accountId }: { askedBy: number; askedAt?: Date; decidedBy: number; accountId: number | null },
): Promise<'askerLeft' | 'notTwoPersons' | null> {
  const of = accountId ?? 0;
  const [seat] = await session.query<{ role: string; countries: string[] | null; since: Date }>(lockSeat, [askedBy, of]);
  const roles: readonly string[] = askerRoles[accountId === null ? 'operator' : 'account'];
  if (seat === undefined || !roles.includes(seat.role)) return 'askerLeft';
  // Who was limited to these countries when they asked was allowed to; who has been since may have asked for more.
  if (seat.countries !== null && (askedAt === undefined || seat.since > askedAt)) return 'askerLeft';
  const [answer] = await session.query<{ have: boolean }>(haveOneAbove, [askedBy, decidedBy, of]);
  return answer!.have ? 'notTwoPersons' : null;
}
