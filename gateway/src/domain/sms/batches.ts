// What became of a batch and of each of its recipients? Only the app that sent it may know.

import type { SmsEncoding, SmsState } from '@jokko/contract';
import type { Session, Statement } from '../../db/database.ts';

export interface Batch {
  /** Digits. */
  id: string;
  sender: string;
  /** Null: forgotten. */
  content: string | null;
  encoding: SmsEncoding;
  /** Of each message. */
  parts: number;
  recipients: number;
  createdAt: Date;
  validUntil: Date;
  counts: { [state in SmsState]?: number };
  currency: string;
  /** Ten-thousandths of the currency unit. */
  charged: bigint;
  refunded: bigint;
}

export interface BatchMessage {
  position: number;
  /** Digits without plus. */
  msisdn: string;
  country: string;
  operator: string;
  state: SmsState;
  reason: string | null;
  /** Ten-thousandths of the batch's currency unit. */
  price: bigint;
  refunded: boolean;
  partsDelivered: number;
  sentAt: Date | null;
  updatedAt: Date;
}

const selectBatch: Statement = {
  name: 'select_sms_batch',
  text: `
    select id, sender, content, encoding, parts, recipients, currency, charged, created_at, valid_until
    from sms_batch where id = $1 and account_id = $2 and app_id = $3`,
};
const selectSums: Statement = {
  name: 'select_sms_batch_sums',
  text: `
    select state, count(*)::integer as count, coalesce(sum(price) filter (where refunded), 0)::bigint as refunded
    from sms_message where batch_id = $1 and account_id = $2 group by state`,
};
const selectMessages: Statement = {
  name: 'select_sms_batch_messages',
  text: `
    select position, msisdn::text as msisdn, country, operator, state, reason, price, refunded, parts_delivered, sent_at, updated_at
    from sms_message
    where batch_id = $1 and account_id = $2 and position > $3 and ($4::text is null or state = $4)
    order by batch_id, position limit $5`,
};

type StoredState = Exclude<SmsState, 'QUEUED'> | 'SENDING';

/** A message that is being handed over is told as queued: what happens within a second is nobody's business. */
const shown = (state: StoredState): SmsState => (state === 'SENDING' ? 'QUEUED' : state);
const stored = (state: SmsState): StoredState => (state === 'QUEUED' ? 'SENDING' : state);

export interface BatchOwner {
  appId: number;
  accountId: number;
}

/** `id`: digits. Null when the app has no such batch. */
export async function findBatch(session: Session, id: string, owner: BatchOwner): Promise<Batch | null> {
  const [row] = await session.query<{
    id: bigint;
    sender: string;
    content: string | null;
    encoding: SmsEncoding;
    parts: number;
    recipients: number;
    currency: string;
    charged: bigint;
    created_at: Date;
    valid_until: Date;
  }>(selectBatch, [id, owner.accountId, owner.appId]);
  if (row === undefined) return null;
  const { created_at: createdAt, valid_until: validUntil, ...facts } = row;
  const batch: Batch = { ...facts, id: String(row.id), createdAt, validUntil, counts: {}, refunded: 0n };
  const sums = await session.query<{ state: StoredState; count: number; refunded: bigint }>(selectSums, [id, owner.accountId]);
  for (const { state, count, refunded } of sums) {
    batch.counts[shown(state)] = (batch.counts[shown(state)] ?? 0) + count;
    batch.refunded += refunded;
  }
  return batch;
}

/** Whether the app has this batch. */
export async function hasBatch(session: Session, id: string, owner: BatchOwner): Promise<boolean> {
  return (await session.query(selectBatch, [id, owner.accountId, owner.appId])).length > 0;
}

/** Recipients in their order, those behind `after`; `state` null: in whatever state. */
export async function listMessages(
  session: Session,
  batch: { id: string; accountId: number },
  { after, state, limit }: { after: number; state: SmsState | null; limit: number },
): Promise<BatchMessage[]> {
  const rows = await session.query<{
    position: number;
    msisdn: string;
    country: string;
    operator: string;
    state: StoredState;
    reason: string | null;
    price: bigint;
    refunded: boolean;
    parts_delivered: number;
    sent_at: Date | null;
    updated_at: Date;
  }>(selectMessages, [batch.id, batch.accountId, after, state === null ? null : stored(state), limit]);
  return rows.map(({ parts_delivered, sent_at, updated_at, ...row }) => ({
    ...row,
    state: shown(row.state),
    partsDelivered: parts_delivered,
    sentAt: sent_at,
    updatedAt: updated_at,
  }));
}
