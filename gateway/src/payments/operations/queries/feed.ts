// Reads an account's operation events in the order in which they were recorded, from the history
// of states. It is written under the account's lock, so a later number is never visible before an
// earlier one of the same account, and a reader that goes by number misses nothing.

import { defined } from '@jokko/contract';
import type { FeedEntry } from '@jokko/contract';
import type { Session, Statement } from '../../../platform/db/database.ts';
import { errorCodeAndText, type Catalogue } from '../../catalogue/index.ts';
import { composeBody } from '../../callbacks/index.ts';
import type { Operation } from '../model/operation.ts';
import { endingReason } from '../model/ending.ts';
import type { State } from '../model/states.ts';
import { findOperations } from './store.ts';

/**
 * As the callback of this event says it, without the hash: that proves a sender, and here the
 * reader has asked.
 */
export interface FeedEvent extends Pick<FeedEntry, 'reason' | 'msg' | 'status' | 'transaction'> {
  /** Its place in the feed. */
  place: bigint;
  recordedAt: Date;
}

export interface FeedOrder {
  account: { id: number; language: 'fr' | 'en' };
  /** Events after this place; 0 from the beginning. */
  after: bigint;
  limit: number;
}

interface EventRow {
  id: bigint;
  operation_id: bigint;
  from_state: State;
  to_state: 'SUCCESS' | 'FAILED' | 'CANCELED' | 'REFUNDED';
  created_at: Date;
  body: string | null;
  url: string | null;
  attempts: number | null;
  available_after: bigint | null;
}

// The condition is that of the index operation_transition_event. A refund that was refused comes
// back to SUCCESS: no event.
const selectEvents: Statement = {
  name: 'select_events',
  text: `
    with event as materialized (
      select id, account_id, operation_id, from_state, to_state, created_at
        from operation_transition
      where account_id = $1 and id > $2
        and to_state in ('SUCCESS', 'FAILED', 'CANCELED', 'REFUNDED')
          and (from_state <> 'REFUNDING' or to_state = 'REFUNDED')
      order by account_id, id limit $3
    )
    select e.id, e.operation_id, e.from_state, e.to_state, e.created_at, b.body, c.url, c.attempts,
      t.available_after
    from event e
    left join callback_body b on b.operation_id = e.operation_id and b.account_id = e.account_id
      and b.second = (e.to_state in ('CANCELED', 'REFUNDED'))
    left join callback c on c.operation_id = b.operation_id and c.account_id = b.account_id
      and c.second = b.second
    left join lateral (
      select available_after from transfer
      where operation_id = e.operation_id and account_id = e.account_id
        and created_at = e.created_at order by id desc limit 1
    ) t on true
    order by e.id`,
};

/** At most `limit` events. */
export function readFeed(
  session: Session,
  catalogue: Catalogue,
  order: FeedOrder,
): Promise<FeedEvent[]> {
  return readEvents(session, order, (row, operation) => {
    const body = row.body ?? composedBody(catalogue, row, operation, order.account.language);
    const event = reported(body);
    return {
      place: row.id,
      recordedAt: row.created_at,
      reason: reasonOf(row, operation, catalogue),
      ...event,
      transaction: isBalanceRecorded(row, operation)
        ? event.transaction
        : { ...event.transaction, currentBalance: null },
    };
  });
}

/** The callback of an event, whether or not the operation asked for one. */
export interface FeedCallback {
  place: bigint;
  operationId: string;
  /** CANCELED or REFUNDED. */
  second: boolean;
  /** Where it is sent to; null: nowhere. */
  url: string | null;
  /** How often it was sent there. */
  attempts: number;
  /** The bytes that are sent, where it is sent; otherwise what they would be. */
  body: string;
}

/** At most `limit` callbacks. */
export function readFeedCallbacks(
  session: Session,
  catalogue: Catalogue,
  order: FeedOrder,
): Promise<FeedCallback[]> {
  return readEvents(session, order, (row, operation) => ({
    place: row.id,
    operationId: operation.terms.id,
    second: row.to_state === 'CANCELED' || row.to_state === 'REFUNDED',
    url: row.url,
    attempts: row.attempts ?? 0,
    body: row.body ?? composedBody(catalogue, row, operation, order.account.language),
  }));
}

async function readEvents<Read>(
  session: Session,
  { account, after, limit }: FeedOrder,
  read: (row: EventRow, operation: Operation) => Read,
): Promise<Read[]> {
  const rows = await session.query<EventRow>(selectEvents, [account.id, after, limit]);
  const operations = await findOperations(
    session,
    rows.map((row) => ({ accountId: account.id, id: String(row.operation_id) })),
  );
  const byId = new Map(operations.map((operation) => [operation.terms.id, operation]));
  return rows.flatMap((row) => {
    const operation = byId.get(String(row.operation_id));
    return operation === undefined ? [] : [read(row, operation)];
  });
}

type Reported = Pick<FeedEntry, 'msg' | 'status' | 'transaction'>;

/**
 * What the callback says, frozen when it was recorded; what an account has mirrored into it is left
 * out.
 */
function reported(body: string): Reported {
  const { msg, status, transaction } = JSON.parse(body) as Reported & {
    transaction: { status: string };
  };
  const { status: _mirrored, ...members } = transaction;
  return { msg, status, transaction: members };
}

/** No money moved and no callback was sent: the balance at that moment is not recorded. */
const isBalanceRecorded = (row: EventRow, { state }: Operation): boolean =>
  row.body !== null || row.available_after !== null || state.proof === 'refused_at_opening';

/** The body of an operation without a callback: made now, from what does not change. */
function composedBody(
  catalogue: Catalogue,
  row: EventRow,
  operation: Operation,
  language: FeedOrder['account']['language'],
): string {
  const source = {
    ...operation,
    state: { ...operation.state, state: row.to_state },
    currentBalance: row.available_after ?? operation.balanceAfter,
    account: {
      language,
      mirrorFields: false,
      callbackGraceMs: 0,
      secondCallbackUrl: null,
    },
    ...defined({
      reason:
        row.to_state === 'CANCELED' || row.to_state === 'REFUNDED'
          ? endingReason(row.from_state, row.to_state)
          : undefined,
    }),
  };
  return composeBody(catalogue, source, operation.terms.callbackUrl ?? '').body;
}

function reasonOf(
  { from_state, to_state }: EventRow,
  { state }: Operation,
  catalogue: Catalogue,
): string {
  switch (to_state) {
    case 'SUCCESS':
      return 'executed';
    case 'FAILED':
      return errorCodeAndText(catalogue, state.errorId, 'en').code;
    case 'CANCELED':
    case 'REFUNDED':
      return endingReason(from_state, to_state);
  }
}
