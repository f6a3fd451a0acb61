// Reads the state of a batch and of each of its recipients. Only the app that sent it may see it.

import type { SmsEncoding, SmsState } from '@jokko/contract';
import type { Session, Statement } from '../../platform/db/database.ts';

export interface Batch {
  /** Digits. */
  id: string;
  sender: string;
  /** Null: forgotten. */
  content: string | null;
  encoding: SmsEncoding;
  /** The parts of each message. */
  parts: number;
  recipients: number;
  createdAt: Date;
  /** When it begins to be sent; null: when it was accepted. */
  scheduledAt: Date | null;
  cancelledAt: Date | null;
  validUntil: Date;
  counts: { [state in SmsState]?: number };
  /**
   * Recipients whose state may still change, apart from an UNKNOWN that a late receipt resolves.
   */
  open: number;
  /** One for each currency of its recipients. */
  amounts: BatchAmount[];
}

export interface BatchAmount {
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
  /** Ten-thousandths of the currency unit. */
  price: bigint;
  currency: string;
  refunded: boolean;
  partsDelivered: number;
  sentAt: Date | null;
  updatedAt: Date;
}

const selectBatch: Statement = {
  name: 'select_sms_batch',
  text: `
    select id, sender, content, encoding, parts, recipients, currencies, charged::text[] as charged,
      created_at, scheduled_at, cancelled_at, valid_until
    from sms_batch where id = $1 and account_id = $2 and app_id = $3`,
};
const selectSums: Statement = {
  name: 'select_sms_batch_sums',
  text: `
    select state, currency, count(*)::integer as count,
      -- SENT is the last state where no receipt was asked for.
      count(*) filter (where state in ('ACCEPTED', 'SENDING', 'SENT')
        and reason is distinct from 'receipts_off')::integer as open,
      coalesce(sum(price) filter (where refunded), 0)::bigint as refunded
    from sms_message where batch_id = $1 and account_id = $2 group by state, currency`,
};
const selectMessages: Statement = {
  name: 'select_sms_batch_messages',
  text: `
    select position, msisdn::text as msisdn, country, operator, state, reason, price, currency,
      refunded, parts_delivered, sent_at, updated_at
    from sms_message
    where batch_id = $1 and account_id = $2 and position > $3 and ($4::text is null or state = $4)
    order by batch_id, position limit $5`,
};

/** As the database has it. */
export type StoredState = Exclude<SmsState, 'QUEUED'> | 'SENDING';

/** A message that is being sent is reported as QUEUED: that takes less than a second. */
export const shownState = (state: StoredState): SmsState =>
  state === 'SENDING' ? 'QUEUED' : state;
export const storedState = (state: SmsState): StoredState =>
  state === 'QUEUED' ? 'SENDING' : state;

export interface BatchOwner {
  appId: number;
  accountId: number;
}

/** `id`: digits. Null when the app has no such batch. */
export async function findBatch(
  session: Session,
  id: string,
  owner: BatchOwner,
): Promise<Batch | null> {
  const [row] = await session.query<{
    id: bigint;
    sender: string;
    content: string | null;
    encoding: SmsEncoding;
    parts: number;
    recipients: number;
    currencies: string[];
    charged: string[];
    created_at: Date;
    scheduled_at: Date | null;
    cancelled_at: Date | null;
    valid_until: Date;
  }>(selectBatch, [id, owner.accountId, owner.appId]);
  if (row === undefined) return null;
  const {
    created_at: createdAt,
    scheduled_at: scheduledAt,
    cancelled_at: cancelledAt,
    valid_until: validUntil,
    currencies,
    charged,
    ...details
  } = row;
  const batch: Batch = {
    ...details,
    id: String(row.id),
    createdAt,
    scheduledAt,
    cancelledAt,
    validUntil,
    counts: {},
    open: 0,
    amounts: amountsOf(currencies, charged).map((amount) => ({ ...amount, refunded: 0n })),
  };
  const sums = await session.query<{
    state: StoredState;
    currency: string;
    count: number;
    open: number;
    refunded: bigint;
  }>(selectSums, [id, owner.accountId]);
  for (const { state, currency, count, open, refunded } of sums) {
    batch.open += open;
    batch.counts[shownState(state)] = (batch.counts[shownState(state)] ?? 0) + count;
    batch.amounts.find((amount) => amount.currency === currency)!.refunded += refunded;
  }
  return batch;
}

/** What was charged in each currency, as the columns of a batch say it. */
export const amountsOf = (
  currencies: readonly string[],
  charged: readonly string[],
): { currency: string; charged: bigint }[] =>
  currencies.map((currency, index) => ({ currency, charged: BigInt(charged[index]!) }));

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
    currency: string;
    refunded: boolean;
    parts_delivered: number;
    sent_at: Date | null;
    updated_at: Date;
  }>(selectMessages, [
    batch.id,
    batch.accountId,
    after,
    state === null ? null : storedState(state),
    limit,
  ]);
  return rows.map(({ parts_delivered, sent_at, updated_at, ...row }) => ({
    ...row,
    state: shownState(row.state),
    partsDelivered: parts_delivered,
    sentAt: sent_at,
    updatedAt: updated_at,
  }));
}
