// Writes the decided rows, only if they are still those that were read: a row that has been
// changed since makes the whole transaction start again. All writers use one order, so that they
// cannot deadlock.

import { plainArray, textArray } from '../../platform/db/array-text.ts';
import type { Session, Statement } from '../../platform/db/database.ts';
import { isFinal } from './message.ts';
import type { Changes } from './record.ts';
import type { Part, StoredMessage } from './record-load.ts';

// A unique key that another node has taken meanwhile makes the transaction begin again, too.
const insertParts: Statement = {
  name: 'insert_sms_parts',
  text: `
    insert into sms_part (connection, provider_id, account_id, batch_id, position, part, receipt,
      error_code, msisdn, created_at, received_at)
    select connection, provider_id, account_id, batch_id, position, part, receipt, error_code,
      msisdn, jokko_now(),
      case when receipt is not null then jokko_now() end
    from unnest($1::text[], $2::text[], $3::integer[], $4::bigint[], $5::integer[], $6::smallint[],
      $7::text[], $8::text[], $9::bigint[])
      as p(connection, provider_id, account_id, batch_id, position, part, receipt, error_code,
        msisdn)`,
};
const updateParts: Statement = {
  name: 'update_sms_parts',
  text: `
    with changed as (
      update sms_part p set account_id = c.account_id, batch_id = c.batch_id, position = c.position,
        part = c.part, receipt = c.receipt,
        error_code = c.error_code, msisdn = c.msisdn,
        created_at = case when p.batch_id is distinct from c.batch_id
          or p.position is distinct from c.position then jokko_now() else p.created_at end,
        received_at = case when p.receipt is distinct from c.receipt then jokko_now()
          else p.received_at end
      from unnest($1::text[], $2::text[], $3::integer[], $4::bigint[], $5::integer[],
        $6::smallint[], $7::text[], $8::text[], $9::bigint[],
        $10::xid[])
        as c(connection, provider_id, account_id, batch_id, position, part, receipt, error_code,
          msisdn, version)
      where p.connection = c.connection and p.provider_id = c.provider_id and p.xmin = c.version
      returning 1
    )
    select expect_rows((select count(*) from changed), $11)`,
};
const deleteParts: Statement = {
  name: 'delete_sms_parts',
  text: `
    with gone as (
      delete from sms_part p using unnest($1::text[], $2::text[], $3::xid[]) as c(connection,
        provider_id, version)
      where p.connection = c.connection and p.provider_id = c.provider_id and p.xmin = c.version
        returning 1
    )
    select expect_rows((select count(*) from gone), $4)`,
};
const updateMessages: Statement = {
  name: 'update_sms_messages',
  text: `
    with changed as (
      update sms_message m set connection = c.connection, state = c.state, reason = c.reason,
        due_at = c.due_at, deferred = c.deferred, lease_id = c.lease_id,
        part_ids = c.part_ids::text[], parts_delivered = c.parts_delivered, refunded = c.refunded,
        sent_at = coalesce(m.sent_at, case when c.is_sent then jokko_now() end),
        updated_at = jokko_now()
      from unnest($1::bigint[], $2::integer[], $3::integer[], $4::xid[], $5::text[], $6::text[],
        $7::text[], $8::timestamptz[], $9::bigint[],
        $10::text[], $11::smallint[], $12::boolean[], $13::boolean[],
        $14::boolean[])
        as c(batch_id, position, account_id, version, connection, state, reason, due_at, lease_id,
          part_ids, parts_delivered, refunded, is_sent,
          deferred)
      where m.batch_id = c.batch_id and m.position = c.position and m.account_id = c.account_id
        and m.xmin = c.version
      returning 1
    )
    select expect_rows((select count(*) from changed), $15)`,
};
// One that was sent twice over a connection may have a receipt since the first time.
const insertLostAnswers: Statement = {
  name: 'insert_sms_lost_answers',
  text: `
    insert into sms_lost_answer as l (account_id, batch_id, position, connection, msisdn,
      sent_after)
    select * from unnest($1::integer[], $2::bigint[], $3::integer[], $4::text[], $5::bigint[],
      $6::timestamptz[])
    on conflict (batch_id, position, account_id) do update set connection = excluded.connection,
      asked_at = null,
      sent_after = case when l.connection = excluded.connection then least(l.sent_after,
        excluded.sent_after) else excluded.sent_after end`,
};
// A message that is leased at this very moment is not ACCEPTED any more once its row is free.
const cancelWaiting: Statement = {
  name: 'end_cancelled_sms_messages',
  text: `
    with ended as (
      update sms_message set state = 'REJECTED', reason = 'cancelled', due_at = null,
        refunded = price > 0, updated_at = jokko_now()
      where batch_id = $1 and account_id = $2 and state = 'ACCEPTED' and lease_id is null
      returning account_id, batch_id, position, country, currency, price, reports
    ), reported as (
      insert into sms_report (account_id, batch_id, position, state, reason, changed_at)
      select account_id, batch_id, position, 'REJECTED', 'cancelled', jokko_now() from ended
        where reports order by position
    )
    select country, currency, count(*)::integer as count, sum(price)::bigint as amount from ended
      group by country, currency`,
};
const insertReports: Statement = {
  name: 'insert_sms_reports',
  text: `
    insert into sms_report (account_id, batch_id, position, state, reason, changed_at)
    select account_id, batch_id, position, state, reason, jokko_now()
    from unnest($1::integer[], $2::bigint[], $3::integer[], $4::text[], $5::text[]) as r(account_id,
      batch_id, position, state, reason)`,
};
const deleteLeases: Statement = {
  name: 'delete_sms_leases',
  text: `delete from sms_lease where id = any($1::bigint[])`,
};

/** The statements of a decision, sent at once. */
export function storeChanges(
  session: Session,
  { changed, removed, messages, lostAnswers, endedLeases }: Changes,
): Promise<unknown>[] {
  const inOrder = [...changed].sort(
    (one, other) => compare(one.connection, other.connection) || compare(one.id, other.id),
  );
  const newParts = inOrder.filter(({ version }) => version === null);
  const oldParts = inOrder.filter(({ version }) => version !== null);
  const gone = [...removed];
  const writes: Promise<unknown>[] = [];
  if (newParts.length > 0) writes.push(session.query(insertParts, partColumns(newParts)));
  if (oldParts.length > 0)
    writes.push(
      session.query(updateParts, [
        ...partColumns(oldParts),
        plainArray(oldParts.map(({ version }) => version)),
        oldParts.length,
      ]),
    );
  if (gone.length > 0)
    writes.push(
      session.query(deleteParts, [
        textArray(gone.map(({ connection }) => connection)),
        textArray(gone.map(({ id }) => id)),
        plainArray(gone.map(({ version }) => version)),
        gone.length,
      ]),
    );
  if (messages.size > 0)
    writes.push(session.query(updateMessages, messageColumns([...messages].sort(byKey))));
  if (lostAnswers.length > 0)
    writes.push(session.query(insertLostAnswers, lostAnswerColumns(lostAnswers.toSorted(byKey))));
  const reports = [...messages].filter(isReported).sort(byKey);
  if (reports.length > 0) writes.push(session.query(insertReports, reportColumns(reports)));
  if (endedLeases.length > 0) writes.push(removeLeases(session, endedLeases));
  return writes;
}

/** Claims that are over. */
export const removeLeases = (session: Session, ids: readonly bigint[]): Promise<unknown> =>
  session.query(deleteLeases, [plainArray(ids)]);

/**
 * Reached with this change what may be its last state, and somebody wants to know. Without receipts
 * that is SENT.
 */
const isReported = ({ reports, state, stateBefore, reason }: StoredMessage): boolean =>
  reports && state !== stateBefore && (isFinal(state) || reason === 'receipts_off');

const reportColumns = (messages: readonly StoredMessage[]): string[] => [
  plainArray(messages.map(({ accountId }) => accountId)),
  plainArray(messages.map(({ batchId }) => batchId)),
  plainArray(messages.map(({ position }) => position)),
  plainArray(messages.map(({ state }) => state)),
  textArray(messages.map(({ reason }) => reason)),
];

/**
 * Ends all messages of a batch that wait and counts them by country, under the account's lock.
 * `batchId`: digits.
 */
export function cancelMessages(
  session: Session,
  batchId: string,
  accountId: number,
): Promise<{ country: string; currency: string; count: number; amount: bigint }[]> {
  return session.query(cancelWaiting, [batchId, accountId]);
}

function partColumns(parts: readonly Part[]): string[] {
  return [
    textArray(parts.map(({ connection }) => connection)),
    textArray(parts.map(({ id }) => id)),
    plainArray(parts.map(({ owner }) => owner?.accountId ?? null)),
    plainArray(parts.map(({ owner }) => owner?.batchId ?? null)),
    plainArray(parts.map(({ owner }) => owner?.position ?? null)),
    plainArray(parts.map(({ owner }) => owner?.part ?? null)),
    plainArray(parts.map(({ receipt }) => receipt)),
    textArray(parts.map(({ errorCode }) => errorCode)),
    plainArray(parts.map(({ msisdn }) => msisdn)),
  ];
}

function messageColumns(messages: readonly StoredMessage[]): unknown[] {
  const time = (at: Date | null) => (at === null ? null : at.toISOString());
  return [
    plainArray(messages.map(({ batchId }) => batchId)),
    plainArray(messages.map(({ position }) => position)),
    plainArray(messages.map(({ accountId }) => accountId)),
    plainArray(messages.map(({ version }) => version)),
    textArray(messages.map(({ connection }) => connection)),
    plainArray(messages.map(({ state }) => state)),
    textArray(messages.map(({ reason }) => reason)),
    plainArray(messages.map(({ dueAt }) => time(dueAt))),
    plainArray(messages.map(({ leaseId }) => leaseId)),
    textArray(messages.map(({ partIds }) => (partIds.length === 0 ? null : textArray(partIds)))),
    plainArray(messages.map(({ partsDelivered }) => partsDelivered)),
    plainArray(messages.map(({ refunded }) => refunded)),
    // When, the database says, as of every change.
    plainArray(messages.map(({ sentAt }) => sentAt !== null)),
    plainArray(messages.map(({ deferred }) => deferred)),
    messages.length,
  ];
}

function lostAnswerColumns(messages: readonly StoredMessage[]): string[] {
  return [
    plainArray(messages.map(({ accountId }) => accountId)),
    plainArray(messages.map(({ batchId }) => batchId)),
    plainArray(messages.map(({ position }) => position)),
    textArray(messages.map(({ connection }) => connection)),
    plainArray(messages.map(({ msisdn }) => msisdn)),
    textArray(messages.map(({ updatedAt }) => updatedAt.toISOString())),
  ];
}

const compare = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0);
const byKey = (one: StoredMessage, other: StoredMessage): number =>
  one.batchId < other.batchId
    ? -1
    : one.batchId > other.batchId
      ? 1
      : one.position - other.position;
