// Finds the attempt that the provider names by its own reference. Only for the few events that
// name nothing else: attempts have no index of the provider's references.

import type { Session, Statement } from '../../platform/db/database.ts';
import { joinRequest } from '../operations/index.ts';

const selectOurs: Statement = {
  name: 'select_attempt_by_provider_reference',
  text: `
    select r.prepared->'refs'->>'ours' as ours from operation o
      join attempt a on a.operation_id = o.id and a.account_id = o.account_id ${joinRequest}
      where o.provider_reference = $2 and o.provider_reference is not null and a.route = $1
        and a.refs->>'theirs' = $2
        -- A payer's step has taken its place, often under the same reference.
        and a.state <> 'CONTINUED'
    union
    -- Live attempts are found by their operations: what is live has a next step.
    select r.prepared->'refs'->>'ours' from operation o
      join attempt a on a.operation_id = o.id and a.account_id = o.account_id
        and a.number = o.attempts ${joinRequest}
      where o.next_step_at is not null
        and a.state in ('SENDING', 'ACCEPTED', 'UNKNOWN') and a.route = $1
          and a.refs->>'theirs' = $2
    limit 2`,
};

/**
 * Our reference of the attempt; null when none, or more than one, has this reference of the route.
 */
export async function findOurReference(
  session: Session,
  route: string,
  theirs: string,
): Promise<string | null> {
  const found = await session.query<{ ours: string }>(selectOurs, [route, theirs]);
  return found.length === 1 ? found[0]!.ours : null;
}
