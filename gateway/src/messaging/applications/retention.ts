// Purges old messages: the text of a batch some time after the last of its messages has ended, the
// batch with its messages much later. Their cost stays in the ledger. Works in small steps, so
// that nothing waits for it.

import type { Session, Statement } from '../../platform/db/database.ts';

/** Rows of messages that one step removes; a batch has no more. */
const messagesMax = 10_000;
const batchesMax = 200;

// No receipt is waited for once finalise_at is null, and every message is final then (finalise.ts).
const purgeTexts: Statement = {
  name: 'forget_sms_texts',
  text: `
    update sms_batch b set content = null from (
      select id, account_id from sms_batch
      where finalise_at is null and content is not null
        and created_at < jokko_now() - $1::integer * interval '1 day'
      order by created_at limit ${batchesMax} for update skip locked
    ) old
    where b.id = old.id and b.account_id = old.account_id returning 1`,
};
const removeBatches: Statement = {
  name: 'remove_sms_batches',
  text: `
    with old as materialized (
      select id, account_id, recipients, created_at from sms_batch
      where finalise_at is null and created_at < jokko_now() - $1::integer * interval '1 day'
      order by created_at limit ${batchesMax} for update skip locked
    ), chosen as materialized (
      select id, account_id from (select old.*, sum(recipients) over (order by created_at,
        id) as so_far from old) s
      where so_far <= ${messagesMax}
    ), messages as (
      delete from sms_message m using chosen c where m.batch_id = c.id
        and m.account_id = c.account_id
    ), batches as (
      delete from sms_batch b using chosen c where b.id = c.id and b.account_id = c.account_id
        returning b.created_at
    ), noted as (
      -- For the doctor: transfers until then may name a batch that is not there.
      update installation set sms_removed_until = greatest(sms_removed_until,
        (select max(created_at) from batches))
      where exists (select from batches)
    )
    select count(*)::integer as removed from batches`,
};

export interface SmsRetention {
  textDays: number;
  /** Whole batches, and inbound messages, are kept so long. */
  days: number;
}

/** One step. Returns whether there may be more. */
export async function purgeMessages(
  session: Session,
  { textDays, days }: SmsRetention,
): Promise<boolean> {
  const [removed] = await session.query<{ removed: number }>(removeBatches, [days]);
  const texts = await session.query(purgeTexts, [textDays]);
  return removed!.removed > 0 || texts.length === batchesMax;
}
