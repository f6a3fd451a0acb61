// Which due operations does this node take over? Those that nobody leases: new ones that found no room, polls that are due, and those of
// nodes whose lease has ended.

import type { Session, Statement } from '../../db/database.ts';
import type { Job } from './execute.ts';
import { findLatestAttempts, operationColumns, operationOf, type OperationRow } from './store.ts';

/** A row that this node leases but does not hold in memory was dropped by a fault; it is taken again after this long. */
const forgottenAfter = '15 seconds';

/** A claimed row that cannot be moved on, whatever the fault, is not claimed again before this. */
const alarmSeconds = 30;

/**
 * Pending operations looked up in one sweep of a route. A provider must not be asked more than it is ordered: with many payers thinking
 * the look-ups simply come later, and notices bring the results.
 */
const looksPerSweepMax = 100;

/** Due rows of one kind that nobody leases, for each route of $2 at most its room in $3. */
const dueRows = (pending: boolean, room: string) => `
  select c.account_id as of_account, c.id as of_id
  from unnest($2::text[], $3::integer[]) as r(route, room)
  cross join lateral (
    select account_id, id from operation
    where route = r.route and (state = 'ACCEPTED') = ${pending} and next_step_at is not null and next_step_at <= jokko_now()
      and (lease_owner is null
        or (lease_owner = $1 and next_step_at < jokko_now() - $4::interval and updated_at < jokko_now() - $4::interval)
        or not exists (select from node where incarnation = lease_owner and lease_until > now()))
      and id <> all($5::bigint[])
    order by next_step_at limit ${room} for update skip locked
  ) c`;

const claimStatement: Statement = {
  name: 'claim_operations',
  text: `
    with work as (${dueRows(false, 'r.room')}), looks as (${dueRows(true, `least(r.room, ${looksPerSweepMax})`)}),
      free_operation as (select * from work union all select * from looks)
    update operation o set lease_owner = $1, next_step_at = jokko_now() + interval '${alarmSeconds} seconds' from free_operation f
    where o.account_id = f.of_account and o.id = f.of_id
    returning ${operationColumns}`,
};

/** Leases due operations to this node, at most `room` of each route, with their newest attempts. `inHand` are skipped. */
export async function claimOperations(
  session: Session,
  node: number,
  room: { route: string; room: number }[],
  inHand: ReadonlySet<string>,
): Promise<Job[]> {
  if (room.length === 0) return [];
  const rows = await session.query<OperationRow>(claimStatement, [
    node,
    room.map(({ route }) => route),
    room.map((entry) => entry.room),
    forgottenAfter,
    [...inHand],
  ]);
  if (rows.length === 0) return [];
  const operations = rows.map(operationOf);
  const attempts = await findLatestAttempts(
    session,
    operations.map(({ facts }) => facts),
  );
  return operations.map((operation) => ({ operation, attempt: attempts.get(operation.facts.id) ?? null, fresh: false }));
}
