// Who has this e-mail address, and of what are they a member? For an operator who looks for somebody.

import type { Session, Statement } from '../../db/database.ts';
import { emailKey } from './email.ts';

interface FoundPerson {
  id: number;
  name: string;
  email: string;
  disabled: boolean;
  /** `accountId` null: of the operator's people. */
  seats: { role: string; accountId: number | null; accountName: string | null }[];
}

const seatsMax = 20;
const selectPerson: Statement = {
  name: 'select_person_with_seats',
  text: `select p.id, p.name, p.email, p.disabled_at is not null as disabled,
      coalesce((select json_agg(s order by s."accountId" nulls first) from (
        select m.role, m.account_id as "accountId", a.name as "accountName" from membership m left join account a on a.id = m.account_id
        where m.person_id = p.id and m.ended_at is null order by m.account_id nulls first limit ${seatsMax}) s), '[]'::json) as seats
    from person p where p.email_key = $1`,
};

/** However the address is written. Null: nobody has it. */
export async function findPersonWithSeats(session: Session, email: string): Promise<FoundPerson | null> {
  return (await session.query<FoundPerson>(selectPerson, [emailKey(email)]))[0] ?? null;
}
