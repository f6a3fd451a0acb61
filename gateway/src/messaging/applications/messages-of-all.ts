// Lists the messages of all accounts for the operator: the newest first, or those of one number.
// No texts: what a message says is between the developer and the recipient.

import type { SmsState } from '@jokko/contract';
import type { Session, Statement } from '../../platform/db/database.ts';
import { shownState, storedState, type StoredState } from './batches.ts';

export interface MessageOfAll {
  batchId: string;
  position: number;
  accountId: number;
  accountName: string;
  sender: string;
  /** Digits without plus. */
  msisdn: string;
  country: string;
  operator: string;
  connection: string;
  state: SmsState;
  reason: string | null;
  parts: number;
  partsDelivered: number;
  /** Ten-thousandths of the currency unit. */
  price: bigint;
  currency: string;
  refunded: boolean;
  acceptedAt: Date;
  /** When it begins to be sent; null: when it was accepted. */
  scheduledAt: Date | null;
  sentAt: Date | null;
  updatedAt: Date;
}

export interface MessageFilter {
  /** Null: all. */
  accounts: readonly number[] | null;
  /** Any of these, digits without plus; null: all. */
  numbers: readonly string[] | null;
  state: SmsState | null;
  connection: string | null;
}

/**
 * The last message that was looked at: when its batch was accepted (microseconds), the batch, the
 * place within.
 */
export interface MessagePlace {
  at: string;
  batchId: string;
  position: number;
}

export interface MessagePage {
  items: MessageOfAll[];
  /** Null: nothing comes after them. */
  next: MessagePlace | null;
  /**
   * The page is not full although something may come after it: older batches were not looked at.
   */
  searchedUntil: Date | null;
}

/** What one page looks at: batches, and recipients of those before the last one. */
const batchesMax = 500;
const recipientsMax = 20_000;
/** Behind every recipient of a batch. */
const endOfBatch = 1_000_000_000;

const microseconds = `(extract(epoch from b.created_at) * 1000000)::bigint`;
/** Whether something of a batch comes after the place $1, $2, $3. */
const isNotBefore = `b.created_at <= coalesce(timestamptz
  'epoch' + $1::bigint * interval '1 microsecond', 'infinity')
      and ($1::bigint is null or (${microseconds}, b.id) <= ($1::bigint, $2::bigint))`;
const newestFirst = 'b.created_at desc, b.id desc';
const batchColumns = `b.id, b.account_id as "accountId", b.recipients, b.created_at as "createdAt", ${microseconds} as at`;
const selectBatches: Statement = {
  name: 'select_sms_batches_of_all',
  text: `
    select ${batchColumns} from sms_batch b where ${isNotBefore} order by ${newestFirst}
      limit ${batchesMax}`,
};
const selectBatchesOf: Statement = {
  name: 'select_sms_batches_of_some',
  text: `
    select b.id, b."accountId", b.recipients, b."createdAt", b.at
      from unnest($3::integer[]) as chosen(id)
      cross join lateral (
        select ${batchColumns} from sms_batch b
        where b.account_id = chosen.id and ${isNotBefore} order by ${newestFirst}
          limit ${batchesMax}
      ) b
    order by b."createdAt" desc, b.id desc limit ${batchesMax}`,
};

const messageColumns = `
  b.id as "batchId", m.position, b.account_id as "accountId", a.name as "accountName", b.sender,
    m.msisdn::text as msisdn, m.country,
  m.operator, m.connection, m.state, m.reason, b.parts, m.parts_delivered as "partsDelivered",
    m.price, m.currency, m.refunded,
  b.created_at as "acceptedAt", b.scheduled_at as "scheduledAt", m.sent_at as "sentAt",
    m.updated_at as "updatedAt", ${microseconds} as at`;
const fits = `($1::bigint is null or ${microseconds} <> $1::bigint or b.id <> $2::bigint
  or m.position > $3::integer)
      and ($4::text is null or m.state = $4) and ($5::text is null or m.connection = $5)`;
const selectMessages: Statement = {
  name: 'select_sms_messages_of_batches',
  text: `
    select ${messageColumns}
    from unnest($7::bigint[], $8::integer[]) as chosen(id, account_id)
      join sms_batch b on b.id = chosen.id and b.account_id = chosen.account_id
      join account a on a.id = b.account_id
      cross join lateral (
        select position, msisdn, country, operator, connection, state, reason, parts_delivered,
          price, currency, refunded, sent_at, updated_at
        from sms_message m where m.batch_id = b.id and m.account_id = b.account_id and ${fits}
        order by m.batch_id, m.position limit $6
      ) m
    order by ${newestFirst}, m.position limit $6`,
};
const selectOfNumbers: Statement = {
  name: 'select_sms_messages_of_numbers',
  text: `
    select ${messageColumns}
    from sms_message m
      join sms_batch b on b.id = m.batch_id and b.account_id = m.account_id
      join account a on a.id = b.account_id
    where m.msisdn = any($7::bigint[]) and ($8::integer[] is null
      or m.account_id = any($8::integer[]))
      and ${isNotBefore} and ${fits}
    order by ${newestFirst}, m.position limit $6`,
};

interface BatchRow {
  id: bigint;
  accountId: number;
  recipients: number;
  createdAt: Date;
  at: bigint;
}
interface MessageRow extends Omit<MessageOfAll, 'batchId' | 'state'> {
  batchId: bigint;
  state: StoredState;
  at: bigint;
}

/**
 * At most `limit` messages that fit, after `after`; null: from the newest. A page looks at some
 * hundred batches at most, so that a rare state is found in several pages; a number is found
 * wherever it is.
 */
export async function listMessagesOfAll(
  session: Session,
  filter: MessageFilter,
  after: MessagePlace | null,
  limit: number,
): Promise<MessagePage> {
  if (filter.accounts?.length === 0 || filter.numbers?.length === 0) return nothing;
  const from = [after?.at ?? null, after?.batchId ?? null];
  const narrowed = [
    ...from,
    after?.position ?? null,
    filter.state === null ? null : storedState(filter.state),
    filter.connection,
    limit + 1,
  ];
  if (filter.numbers !== null) {
    const found = [...narrowed, filter.numbers, filter.accounts];
    return pageOf(await session.query<MessageRow>(selectOfNumbers, found), limit, null);
  }
  const batches = await (filter.accounts === null
    ? session.query<BatchRow>(selectBatches, from)
    : session.query<BatchRow>(selectBatchesOf, [...from, filter.accounts]));
  const looked = untilMany(batches);
  if (looked.length === 0) return nothing;
  const isAll = looked.length === batches.length && batches.length < batchesMax;
  const rows = await session.query<MessageRow>(selectMessages, [
    ...narrowed,
    looked.map(({ id }) => String(id)),
    looked.map(({ accountId }) => accountId),
  ]);
  return pageOf(rows, limit, isAll ? null : looked.at(-1)!);
}

const nothing: MessagePage = { items: [], next: null, searchedUntil: null };

/** The first ones, up to the one with which there are many recipients. */
function untilMany(batches: readonly BatchRow[]): readonly BatchRow[] {
  let recipients = 0;
  const end = batches.findIndex((batch) => (recipients += batch.recipients) >= recipientsMax);
  return end === -1 ? batches : batches.slice(0, end + 1);
}

/** `last`: the batch after which nothing was looked at; null: all were. */
function pageOf(rows: readonly MessageRow[], limit: number, last: BatchRow | null): MessagePage {
  const shown = rows.slice(0, limit);
  const items = shown.map(({ at: _, batchId, state, ...row }) => ({
    ...row,
    batchId: String(batchId),
    state: shownState(state),
  }));
  if (rows.length > limit) {
    const { at, batchId, position } = shown.at(-1)!;
    const next = { at: String(at), batchId: String(batchId), position };
    return { items, next, searchedUntil: null };
  }
  if (last === null) return { items, next: null, searchedUntil: null };
  const next = { at: String(last.at), batchId: String(last.id), position: endOfBatch };
  return { items, next, searchedUntil: last.createdAt };
}
