// Are these two really two persons? Who was brought in by somebody, directly or by others whom they brought in, agrees to nothing that they wish
// for: else one person with two addresses is two. And a wish goes no further than the right of who asked.

import type { Session, Statement } from '../../db/database.ts';

/** Roles that ask for what another one must approve, as the policies of those routes have them. */
const askerRoles = { operator: ['admin', 'finance'], account: ['owner', 'admin', 'finance'] } as const;

// Held until the wish is decided, so that no seat changes meanwhile.
const lockSeat: Statement = {
  name: 'lock_seat_of_asker',
  text: `select m.role from membership m join person p on p.id = m.person_id
    where m.person_id = $1 and coalesce(m.account_id, 0) = $2 and m.ended_at is null and p.disabled_at is null for share of m`,
};
const isBroughtIn: Statement = {
  name: 'is_brought_in_by',
  text: `with recursive above as (
      select given_by from membership where person_id = $1 and coalesce(account_id, 0) = $2 and ended_at is null
      union
      select m.given_by from above a join membership m on m.person_id = a.given_by and coalesce(m.account_id, 0) = $2)
    select exists (select from above where given_by = $3) as is`,
};

/**
 * Why `decidedBy` may not approve what `askedBy` wished for; null: they may. `accountId`: whose persons they are, null: the operator's. An
 * owner's wishes may be approved by whom they brought in: the account is theirs, and a small one has nobody else.
 */
export async function twoPersonsRefusal(
  session: Session,
  { askedBy, decidedBy, accountId }: { askedBy: number; decidedBy: number; accountId: number | null },
): Promise<'askerLeft' | 'broughtInByAsker' | null> {
  const of = accountId ?? 0;
  const [seat] = await session.query<{ role: string }>(lockSeat, [askedBy, of]);
  const roles: readonly string[] = askerRoles[accountId === null ? 'operator' : 'account'];
  if (seat === undefined || !roles.includes(seat.role)) return 'askerLeft';
  if (seat.role === 'owner') return null;
  const [brought] = await session.query<{ is: boolean }>(isBroughtIn, [decidedBy, of, askedBy]);
  return brought!.is ? 'broughtInByAsker' : null;
}
