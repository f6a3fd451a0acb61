// Stores the files that leave for providers and those that came from them.

import type { Session, Statement } from '../../platform/db/database.ts';

/** UNKNOWN: it may have left. */
export type BatchState = 'SENDING' | 'UNKNOWN' | 'SENT';

/** A file of orders. */
export interface ProviderBatch {
  reference: string;
  route: string;
  counterparty: string;
  name: string;
  bytes: Buffer;
  orders: { transactionId: string; number: number }[];
  state: BatchState;
  tries: number;
  /** Why it has not left for certain; null: it was not tried, or has left. */
  cause: string | null;
}

interface BatchRow extends Omit<ProviderBatch, 'orders'> {
  operation_ids: bigint[];
  attempt_numbers: number[];
}

const batchColumns =
  'reference, route, counterparty, name, bytes, operation_ids, attempt_numbers, state, tries, cause';

const lease: Statement = {
  name: 'lease_provider_files',
  text: `
    insert into provider_file_lease as l (route, lease_owner) values ($1, $2)
    on conflict (route) do update set lease_owner = $2
    where l.lease_owner = $2 or not exists (select from node where incarnation = l.lease_owner
      and lease_until > now())
    returning 1`,
};
const lock: Statement = {
  name: 'lock_provider_files',
  text: 'select from provider_file_lease where route = $1 and lease_owner = $2 for update',
};
const insert: Statement = {
  name: 'insert_provider_batch',
  text: `insert into provider_batch (reference, route, counterparty, name, bytes, operation_ids,
    attempt_numbers)
    values ($1, $2, $3, $4, $5, $6, $7)`,
};
const selectOpen: Statement = {
  name: 'list_open_provider_batches',
  text: `select ${batchColumns} from provider_batch
    where route = $1 and state <> 'SENT' and next_try_at <= now() order by made_at limit $2`,
};
const selectOne: Statement = {
  name: 'select_provider_batch',
  text: `select ${batchColumns} from provider_batch where reference = $1
    and route = any($2::text[])`,
};
/** One that may have left stays so, however often it certainly does not leave afterwards. */
const update: Statement = {
  name: 'update_provider_batch',
  text: `update provider_batch set state = case when state = 'UNKNOWN' and $2 = 'SENDING' then state
    else $2 end,
      cause = $3, tries = tries + 1, next_try_at = now() + make_interval(secs => $4),
      sent_at = case when $2 = 'SENT' then jokko_now() end
    where reference = $1 and state <> 'SENT'`,
};
const begin: Statement = {
  name: 'begin_provider_batch',
  text: `update provider_batch set cause = $2 where reference = $1 and state <> 'SENT'`,
};
const selectStray: Statement = {
  name: 'list_attempts_in_no_file',
  text: `
    select o.id::text as "transactionId", a.number from operation o
      join attempt_request a on a.operation_id = o.id and a.account_id = o.account_id
        and a.number = o.attempts
    where o.route = $1 and (case o.state when 'ACCEPTED' then 1 else 0 end) = 0
      and o.next_step_at is not null and o.state = 'SENDING'
      and not exists (select from provider_batch b
        where b.reference = a.prepared->>'file' and o.id = any(b.operation_ids))
    limit $2`,
};

/** Whether this node works on the files of a route: it did before, or whoever did is gone. */
export async function leaseRoute(session: Session, route: string, node: number): Promise<boolean> {
  return (await session.query(lease, [route, node])).length > 0;
}

/** The same until the end of the transaction; false: another node has taken over. */
export async function lockRoute(session: Session, route: string, node: number): Promise<boolean> {
  return (await session.query(lock, [route, node])).length > 0;
}

export async function insertBatch(
  session: Session,
  {
    reference,
    route,
    counterparty,
    name,
    bytes,
    orders,
  }: Omit<ProviderBatch, 'state' | 'tries' | 'cause'>,
): Promise<void> {
  await session.query(insert, [
    reference,
    route,
    counterparty,
    name,
    bytes,
    orders.map(({ transactionId }) => transactionId),
    orders.map(({ number }) => number),
  ]);
}

/** Those that are due, the oldest first. */
export async function listOpenBatches(
  session: Session,
  route: string,
  max: number,
): Promise<ProviderBatch[]> {
  return (await session.query<BatchRow>(selectOpen, [route, max])).map(batchOf);
}

/** Null: none of these routes has made such a file. */
export async function findBatch(
  session: Session,
  reference: string,
  routes: readonly string[],
): Promise<ProviderBatch | null> {
  const [row] = await session.query<BatchRow>(selectOne, [reference, routes]);
  return row === undefined ? null : batchOf(row);
}

export async function updateBatch(
  session: Session,
  reference: string,
  change: { state: BatchState; cause: string | null; retrySeconds: number },
): Promise<void> {
  await session.query(update, [reference, change.state, change.cause, change.retrySeconds]);
}

/**
 * The cause of a file while it is put: where it is found later, its node is gone, and the file may
 * have left.
 */
export const beingPut = 'being put';

export async function beginPut(session: Session, reference: string): Promise<void> {
  await session.query(begin, [reference, beingPut]);
}

/**
 * Attempts that were written for a file that is not stored: nothing of them has left, but for what
 * a restored database has forgotten. For a route without files: all that are being sent.
 */
export function listStrayAttempts(
  session: Session,
  route: string,
  max: number,
): Promise<{ transactionId: string; number: number }[]> {
  return session.query(selectStray, [route, max]);
}

function batchOf({ operation_ids, attempt_numbers, ...row }: BatchRow): ProviderBatch {
  const orders = operation_ids.map((id, index) => ({
    transactionId: String(id),
    number: attempt_numbers[index]!,
  }));
  return { ...row, orders };
}
