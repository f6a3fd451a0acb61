// Lists the SMS batches of an account, newest first, whichever of its apps sent them.

import type { SmsState } from '@jokko/contract';
import type { Session, Statement } from '../../platform/db/database.ts';
import { amountsOf, findBatch, type Batch } from './batches.ts';

export interface ListedBatch {
  /** Digits. */
  id: string;
  appId: number;
  sender: string;
  /** Null once it was forgotten. */
  content: string | null;
  parts: number;
  recipients: number;
  /** One for each currency of its recipients; ten-thousandths of the currency unit. */
  amounts: { currency: string; charged: bigint }[];
  createdAt: Date;
  /** When it begins to be sent; null: when it was accepted. */
  scheduledAt: Date | null;
  cancelledAt: Date | null;
  /** Null where counting would take long: `findBatchOfAccount` tells them. */
  counts: { [state in SmsState]?: number } | null;
  /** Its place in the list. */
  place: string;
}

/**
 * Batches of so many recipients are counted with the list; 50 of them are read in a few
 * milliseconds.
 */
const countedMax = 100;

const microseconds = `(extract(epoch from b.created_at) * 1000000)::bigint`;
const select: Statement = {
  name: 'select_sms_batches_of_account',
  text: `
    select b.id, b.app_id as "appId", b.sender, b.content, b.parts, b.recipients, b.currencies,
      b.charged::text[] as charged, b.created_at as "createdAt", b.scheduled_at as "scheduledAt",
      b.cancelled_at as "cancelledAt",
      ${microseconds} as at,
      case when b.recipients <= ${countedMax} then (
        select json_object_agg(c.state, c.count) from (
          select m.state, count(*) as count from sms_message m where m.batch_id = b.id
            and m.account_id = b.account_id group by m.state) c
      ) end as counts
    from sms_batch b
    where b.account_id = $1 and b.created_at <= coalesce(to_timestamp($2::bigint / 1000000.0),
      'infinity')
      and ($2::bigint is null or (${microseconds}, b.id) < ($2::bigint, $3::bigint))
    order by b.created_at desc, b.id desc limit $4`,
};
const selectApp: Statement = {
  name: 'select_app_of_sms_batch',
  text: 'select app_id as "appId" from sms_batch where id = $1 and account_id = $2',
};

/** Those behind `after` (the `place` of the last one seen); null: from the newest. */
export async function listBatches(
  session: Session,
  accountId: number,
  { after, limit }: { after: { at: string; id: string } | null; limit: number },
): Promise<ListedBatch[]> {
  interface Row extends Omit<ListedBatch, 'id' | 'amounts' | 'counts' | 'place'> {
    id: bigint;
    currencies: string[];
    charged: string[];
    at: bigint;
    counts: { [state: string]: number } | null;
  }
  const rows = await session.query<Row>(select, [
    accountId,
    after?.at ?? null,
    after?.id ?? null,
    limit,
  ]);
  return rows.map(({ id, at, currencies, charged, counts, ...row }) => ({
    ...row,
    id: String(id),
    amounts: amountsOf(currencies, charged),
    counts: counts && shownCounts(counts),
    place: `${at}-${id}`,
  }));
}

/** A message that is being sent is reported as QUEUED, as everywhere. */
function shownCounts({
  SENDING,
  ...counts
}: {
  [state: string]: number;
}): NonNullable<ListedBatch['counts']> {
  return SENDING === undefined ? counts : { ...counts, QUEUED: SENDING };
}

/**
 * A batch with its counts and the app that sent it; null when the account has none of this id
 * (digits).
 */
export async function findBatchOfAccount(
  session: Session,
  id: string,
  accountId: number,
): Promise<(Batch & { appId: number }) | null> {
  const [row] = await session.query<{ appId: number }>(selectApp, [id, accountId]);
  if (row === undefined) return null;
  const batch = await findBatch(session, id, { appId: row.appId, accountId });
  return batch && { ...batch, appId: row.appId };
}

/** Whether the account has this batch. */
export async function hasBatchOfAccount(
  session: Session,
  id: string,
  accountId: number,
): Promise<boolean> {
  return (await session.query(selectApp, [id, accountId])).length > 0;
}
