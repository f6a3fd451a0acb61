// Finds the payees of the settlements that two users are to release, with what the approvers must
// see beside the amount.

import type { Session, Statement } from '../../platform/db/database.ts';
import type { Settlement } from './store.ts';

export interface Payee extends Pick<Settlement, 'id' | 'destination' | 'fee' | 'askedByName'> {
  /** Who set the schedule that asked for it. */
  scheduledByName: string | null;
  addedByName: string;
  confirmedByName: string | null;
}

const select: Statement = {
  name: 'list_payees_of_settlements',
  text: `select s.id, s.fee, asker.name as "askedByName", setter.name as "scheduledByName",
    adder.name as "addedByName",
      confirmer.name as "confirmedByName",
      json_build_object('kind', d.kind, 'holder', d.holder, 'institution', d.institution, 'country',
        d.country, 'scheme', d.scheme,
        'number', d.number, 'removed', d.removed_at is not null) as destination
    from settlement s join payout_destination d on d.id = s.destination_id join portal_user adder
      on adder.id = d.added_by
      left join portal_user confirmer on confirmer.id = d.confirmed_by left join portal_user asker
        on asker.id = s.asked_by
      left join portal_user setter on setter.id = s.scheduled_by
    where s.id = any($1::integer[])`,
};

export async function listPayees(
  session: Session,
  ids: readonly number[],
): Promise<Map<number, Payee>> {
  if (ids.length === 0) return new Map();
  return new Map((await session.query<Payee>(select, [ids])).map((payee) => [payee.id, payee]));
}
