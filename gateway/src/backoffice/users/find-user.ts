// Finds the user of an e-mail address and their memberships, for an operator who searches for
// somebody.

import type { Session, Statement } from '../../platform/db/database.ts';
import { emailKey } from './email.ts';

interface FoundUser {
  id: number;
  name: string;
  email: string;
  disabled: boolean;
  /** `accountId` null: of the operator's people. */
  seats: { role: string; accountId: number | null; accountName: string | null }[];
}

const seatsMax = 20;
const selectUser: Statement = {
  name: 'select_user_with_seats',
  text: `select p.id, p.name, p.email, p.disabled_at is not null as disabled,
      coalesce((select json_agg(s order by s."accountId" nulls first) from (
        select m.role, m.account_id as "accountId", a.name as "accountName" from membership m
          left join account a on a.id = m.account_id
        where m.user_id = p.id and m.ended_at is null order by m.account_id nulls first
          limit ${seatsMax}) s), '[]'::json) as seats
    from portal_user p where p.email_key = $1`,
};

/** Finds a user by address, however it is written. Null: no user has it. */
export async function findUserWithSeats(
  session: Session,
  email: string,
): Promise<FoundUser | null> {
  return (await session.query<FoundUser>(selectUser, [emailKey(email)]))[0] ?? null;
}
