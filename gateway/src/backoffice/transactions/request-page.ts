// A page of all requests of an account, newest first: rejected ones and those that became a
// transaction, each read along its own index and merged by time. Where two came in the same
// millisecond the rejected one is the newer.

import type { Session, Statement } from '../../platform/db/database.ts';
import { pageRows } from '../../platform/http/page.ts';
import {
  listIdentified,
  listOperations,
  type ListedOperation,
  type ListFilter,
  type ListPlace,
} from '../../payments/operations/index.ts';
import { listRejectedRequests, type StoredRefusal } from '../../payments/request-log/index.ts';

/** What made a transaction, which is not always a request of its own. */
export type Origin = 'api' | 'payout' | 'checkout';

export type RequestRow =
  | { outcome: 'rejected'; at: Date; id: bigint; call: StoredRefusal }
  | {
      outcome: 'transaction';
      at: Date;
      id: bigint;
      operation: ListedOperation;
      origin: Origin;
      /** The code of the answer; null: not known. */
      code: number | null;
    };

/** After which row a page begins. */
export type RowPlace = Pick<RequestRow, 'outcome' | 'at' | 'id'>;

export interface RowFilter {
  /** Null: rejected requests are left out. */
  rejected: Parameters<typeof listRejectedRequests>[1] | null;
  /** Null: transactions are left out. */
  operations: ListFilter | null;
  /** The code of the answer that opened a transaction. */
  code: number | null;
}

export interface RequestRows {
  rows: RequestRow[];
  next: RowPlace | null;
  /** Set when the page is not full although there is more. */
  searchedUntil: Date | null;
}

const idMax = 9_223_372_036_854_775_807n;

export async function readRequestPage(
  session: Session,
  accountId: number,
  filter: RowFilter,
  after: RowPlace | null,
): Promise<RequestRows> {
  const [calls, opened] = await Promise.all([
    filter.rejected === null
      ? []
      : listRejectedRequests(session, filter.rejected, callsAfter(after), pageRows + 1),
    filter.operations === null
      ? { items: [], next: null, searchedUntil: null }
      : listOpened(session, filter.operations, operationsAfter(after)),
  ]);
  const rejected = calls.map((call) => rejectedRow(call));
  const transactions = await transactionRows(session, accountId, opened.items);
  // Nothing older than what was searched, since another transaction may stand before it.
  const reach =
    opened.searchedUntil === null || opened.next === null
      ? null
      : rowPlace('transaction', opened.next.at, opened.next.id);
  const found = [...rejected, ...transactions]
    .toSorted(newestFirst)
    .filter((row) => reach === null || newestFirst(row, reach) <= 0);
  const page = found.slice(0, pageRows);
  const rows = page.filter(
    (row) => row.outcome === 'rejected' || filter.code === null || row.code === filter.code,
  );
  if (found.length > pageRows) return { rows, next: page.at(-1)!, searchedUntil: null };
  return { rows, next: reach, searchedUntil: reach?.at ?? null };
}

/** By an ID as a whole: a piece of one would find others than the request that is meant. */
const listOpened = (session: Session, filter: ListFilter, after: ListPlace | null) =>
  filter.identified === null
    ? listOperations(session, filter, after, pageRows + 1)
    : listIdentified(session, { ...filter, identified: filter.identified }, after, pageRows + 1);

const rowPlace = (outcome: RequestRow['outcome'], at: Date, id: string): RowPlace => ({
  outcome,
  at,
  id: BigInt(id),
});

function callsAfter(after: RowPlace | null) {
  if (after === null) return null;
  return after.outcome === 'rejected' ? after : { at: after.at, id: 0n };
}

function operationsAfter(after: RowPlace | null) {
  if (after === null) return null;
  return { at: after.at, id: String(after.outcome === 'transaction' ? after.id : idMax) };
}

function newestFirst(one: RowPlace, other: RowPlace): number {
  const later = other.at.getTime() - one.at.getTime();
  if (later !== 0) return later;
  if (one.outcome !== other.outcome) return one.outcome === 'rejected' ? -1 : 1;
  return one.id > other.id ? -1 : one.id < other.id ? 1 : 0;
}

const rejectedRow = (call: StoredRefusal): RequestRow => ({
  outcome: 'rejected',
  at: call.at,
  id: call.id,
  call,
});

// By the primary key of each.
const selectOrigins: Statement = {
  name: 'select_origins_of_operations',
  text: `
    select o.id::text as id, o.proof,
      case when o.details -> 'checkout' is not null then 'checkout'
        when exists (select 1 from payout_line l where l.account_id = o.account_id
          and l.operation_id = o.id) then 'payout'
        else 'api' end as origin
    from operation o where o.account_id = $1 and o.id = any ($2::bigint[])`,
};

async function transactionRows(
  session: Session,
  accountId: number,
  operations: readonly ListedOperation[],
): Promise<RequestRow[]> {
  if (operations.length === 0) return [];
  const ids = operations.map(({ id }) => id);
  const found = await session.query<{ id: string; proof: string | null; origin: Origin }>(
    selectOrigins,
    [accountId, ids],
  );
  const known = new Map(found.map((each) => [each.id, each]));
  return operations.map((operation) => {
    const { origin, proof } = known.get(operation.id) ?? { origin: 'api' as const, proof: null };
    return {
      outcome: 'transaction',
      at: operation.createdAt,
      id: BigInt(operation.id),
      operation,
      origin,
      code: origin === 'api' ? answeredCode(operation, proof) : null,
    };
  });
}

const accepted = 2_000;
const refused = 4_000;
/** As long as an answer waits for a provider (opening.ts), and a little. */
const answerMaxMs = 6_000;

/** What failed soon may have failed in the answer. */
function answeredCode(
  { state, createdAt, updatedAt }: ListedOperation,
  proof: string | null,
): number | null {
  if (proof === 'refused_at_opening') return refused;
  const endedSoon = updatedAt.getTime() - createdAt.getTime() <= answerMaxMs;
  return state === 'FAILED' && endedSoon ? null : accepted;
}
