// Leases due operations to this node: those without a lease, that is new ones that found no
// room, polls that are due, and those of nodes whose lease has expired. Orders that leave in a
// file are leased apart, by the node that makes the file.

import type { Session, Statement } from '../../../platform/db/database.ts';
import type { Job } from './job.ts';
import type { Operation } from '../model/operation.ts';
import {
  findLatestAttempts,
  operationColumns,
  operationOf,
  type OperationRow,
} from '../queries/store.ts';

/**
 * A row that this node leases but does not hold in memory was dropped by a fault; it is taken again
 * after this long.
 */
const forgottenAfter = '15 seconds';

/** A leased row that cannot be moved on, whatever the fault, is not leased again before this. */
const alarmSeconds = 30;

/**
 * Pending operations looked up in one sweep of a route. A provider must not be asked more than it
 * is ordered: with many payers thinking the status queries simply come later, and notices bring the
 * results.
 */
const queriesPerSweepMax = 100;

/** As the index operation_due has it: 1 is asked about, 0 is sent or resolved. */
const isQuery = `(case state when 'ACCEPTED' then 1 else 0 end)`;

/** Due rows of one kind without a lease, for each route of $2 at most its room in $3. */
const dueRows = (pending: boolean, room: string) => `
  select c.account_id as of_account, c.id as of_id
  from unnest($2::text[], $3::integer[], $6::boolean[]) as r(route, room, sends_files)
  cross join lateral (
    select account_id, id from operation
    where route = r.route and ${isQuery} = ${pending ? 1 : 0} and next_step_at is not null
      and next_step_at <= jokko_now()
      and (lease_owner is null
        or (lease_owner = $1 and next_step_at < jokko_now() - $4::interval
          and updated_at < jokko_now() - $4::interval)
        or not exists (select from node where incarnation = lease_owner and lease_until > now()))
      and id <> all($5::bigint[]) and not (r.sends_files and state in ('READY', 'SENDING'))
    order by next_step_at limit ${room} for update skip locked
  ) c`;

const leaseStatement: Statement = {
  name: 'lease_operations',
  text: `
    with work as (${dueRows(false, 'r.room')}), due_query
      as (${dueRows(true, `least(r.room, ${queriesPerSweepMax})`)}),
      free_operation as (select * from work union all select * from due_query)
    update operation o set lease_owner = $1,
      next_step_at = jokko_now() + interval '${alarmSeconds} seconds' from free_operation f
    where o.account_id = f.of_account and o.id = f.of_id
    returning ${operationColumns}`,
};

/**
 * Leases due operations to this node, but for those that wait for a file, at most `room` of each
 * route, with their newest attempts. `inFlight` are skipped.
 */
export async function leaseOperations(
  session: Session,
  node: number,
  room: { route: string; room: number; sendsFiles: boolean }[],
  inFlight: readonly string[],
): Promise<Job[]> {
  if (room.length === 0) return [];
  const rows = await session.query<OperationRow>(leaseStatement, [
    node,
    room.map(({ route }) => route),
    room.map((entry) => entry.room),
    forgottenAfter,
    inFlight,
    room.map(({ sendsFiles }) => sendsFiles),
  ]);
  if (rows.length === 0) return [];
  const operations = rows.map(operationOf);
  const attempts = await findLatestAttempts(
    session,
    operations.map(({ terms }) => terms),
  );
  return operations.map((operation) => ({
    operation,
    attempt: attempts.get(operation.terms.id) ?? null,
    fresh: false,
  }));
}

/** What could not go into a file is looked at again after this. */
const nextFileAfter = '30 seconds';

const leaseForFileStatement: Statement = {
  name: 'lease_operations_for_file',
  text: `
    with due as (
      select account_id as of_account, id as of_id from operation
      where route = $2 and ${isQuery} = 0 and next_step_at is not null
        and next_step_at <= jokko_now()
        and state = 'READY' and not cancel_requested
        and (lease_owner is null or lease_owner = $1
          or not exists (select from node where incarnation = lease_owner and lease_until > now()))
      order by next_step_at limit $3 for update skip locked
    )
    update operation o set lease_owner = $1,
      next_step_at = jokko_now() + interval '${nextFileAfter}' from due
    where o.account_id = of_account and o.id = of_id
    returning ${operationColumns}`,
};

/**
 * At most `max` orders, the oldest first. A cancellation that comes meanwhile wins: it changes the
 * same row.
 */
export async function leaseForFile(
  session: Session,
  node: number,
  route: string,
  max: number,
): Promise<Operation[]> {
  return (await session.query<OperationRow>(leaseForFileStatement, [node, route, max])).map(
    operationOf,
  );
}

const release: Statement = {
  name: 'release_all_operations',
  text: `update operation set lease_owner = null where lease_owner is not null`,
};

/** After a restore, while no node runs: what the database takes for leased is nobody's. */
export async function releaseOperations(session: Session): Promise<void> {
  await session.query(release);
}
