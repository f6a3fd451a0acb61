// How is what was decided written? Rows only if they are still those that were read: a row that somebody else has changed since makes the
// whole transaction begin again. Everybody writes in one order, so that nobody waits crosswise.

import { plainArray, textArray } from '../../db/array-text.ts';
import type { Session, Statement } from '../../db/database.ts';
import type { Changes } from './record.ts';
import type { Part, StoredMessage } from './record-load.ts';

// A unique key that another node has taken meanwhile makes the transaction begin again, too.
const insertParts: Statement = {
  name: 'insert_sms_parts',
  text: `
    insert into sms_part (link, provider_id, account_id, batch_id, position, part, receipt, error_code, msisdn, created_at, received_at)
    select link, provider_id, account_id, batch_id, position, part, receipt, error_code, msisdn, jokko_now(),
      case when receipt is not null then jokko_now() end
    from unnest($1::text[], $2::text[], $3::integer[], $4::bigint[], $5::integer[], $6::smallint[], $7::text[], $8::text[], $9::bigint[])
      as p(link, provider_id, account_id, batch_id, position, part, receipt, error_code, msisdn)`,
};
const updateParts: Statement = {
  name: 'update_sms_parts',
  text: `
    with changed as (
      update sms_part p set account_id = c.account_id, batch_id = c.batch_id, position = c.position, part = c.part, receipt = c.receipt,
        error_code = c.error_code, msisdn = c.msisdn,
        created_at = case when p.batch_id is distinct from c.batch_id or p.position is distinct from c.position then jokko_now() else p.created_at end,
        received_at = case when p.receipt is distinct from c.receipt then jokko_now() else p.received_at end
      from unnest($1::text[], $2::text[], $3::integer[], $4::bigint[], $5::integer[], $6::smallint[], $7::text[], $8::text[], $9::bigint[],
        $10::xid[])
        as c(link, provider_id, account_id, batch_id, position, part, receipt, error_code, msisdn, version)
      where p.link = c.link and p.provider_id = c.provider_id and p.xmin = c.version
      returning 1
    )
    select expect_rows((select count(*) from changed), $11)`,
};
const deleteParts: Statement = {
  name: 'delete_sms_parts',
  text: `
    with gone as (
      delete from sms_part p using unnest($1::text[], $2::text[], $3::xid[]) as c(link, provider_id, version)
      where p.link = c.link and p.provider_id = c.provider_id and p.xmin = c.version returning 1
    )
    select expect_rows((select count(*) from gone), $4)`,
};
const updateMessages: Statement = {
  name: 'update_sms_messages',
  text: `
    with changed as (
      update sms_message m set link = c.link, state = c.state, reason = c.reason, due_at = c.due_at, claim_id = c.claim_id,
        part_ids = c.part_ids::text[], parts_delivered = c.parts_delivered, refunded = c.refunded,
        sent_at = coalesce(m.sent_at, case when c.is_sent then jokko_now() end),
        updated_at = jokko_now()
      from unnest($1::bigint[], $2::integer[], $3::integer[], $4::xid[], $5::text[], $6::text[], $7::text[], $8::timestamptz[], $9::bigint[],
        $10::text[], $11::smallint[], $12::boolean[], $13::boolean[])
        as c(batch_id, position, account_id, version, link, state, reason, due_at, claim_id, part_ids, parts_delivered, refunded, is_sent)
      where m.batch_id = c.batch_id and m.position = c.position and m.account_id = c.account_id and m.xmin = c.version
      returning 1
    )
    select expect_rows((select count(*) from changed), $14)`,
};
const deleteClaims: Statement = { name: 'delete_sms_claims', text: `delete from sms_claim where id = any($1::bigint[])` };

/** The statements of a decision, sent at once. */
export function storeChanges(session: Session, { changed, removed, messages, endedClaims }: Changes): Promise<unknown>[] {
  const inOrder = [...changed].sort((one, other) => compare(one.link, other.link) || compare(one.id, other.id));
  const newParts = inOrder.filter(({ version }) => version === null);
  const oldParts = inOrder.filter(({ version }) => version !== null);
  const gone = [...removed];
  const writes: Promise<unknown>[] = [];
  if (newParts.length > 0) writes.push(session.query(insertParts, partColumns(newParts)));
  if (oldParts.length > 0)
    writes.push(
      session.query(updateParts, [...partColumns(oldParts), plainArray(oldParts.map(({ version }) => version)), oldParts.length]),
    );
  if (gone.length > 0)
    writes.push(
      session.query(deleteParts, [
        textArray(gone.map(({ link }) => link)),
        textArray(gone.map(({ id }) => id)),
        plainArray(gone.map(({ version }) => version)),
        gone.length,
      ]),
    );
  if (messages.size > 0) writes.push(session.query(updateMessages, messageColumns([...messages].sort(byKey))));
  if (endedClaims.length > 0) writes.push(session.query(deleteClaims, [plainArray(endedClaims)]));
  return writes;
}

function partColumns(parts: readonly Part[]): string[] {
  return [
    textArray(parts.map(({ link }) => link)),
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
    textArray(messages.map(({ link }) => link)),
    plainArray(messages.map(({ state }) => state)),
    textArray(messages.map(({ reason }) => reason)),
    plainArray(messages.map(({ dueAt }) => time(dueAt))),
    plainArray(messages.map(({ claimId }) => claimId)),
    textArray(messages.map(({ partIds }) => (partIds.length === 0 ? null : textArray(partIds)))),
    plainArray(messages.map(({ partsDelivered }) => partsDelivered)),
    plainArray(messages.map(({ refunded }) => refunded)),
    // When, the database says, as of every change.
    plainArray(messages.map(({ sentAt }) => sentAt !== null)),
    messages.length,
  ];
}

const compare = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0);
const byKey = (one: StoredMessage, other: StoredMessage): number =>
  one.batchId < other.batchId ? -1 : one.batchId > other.batchId ? 1 : one.position - other.position;
