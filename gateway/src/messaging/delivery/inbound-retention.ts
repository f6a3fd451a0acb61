// Purges old inbound messages: the text with its callback, once that is delivered or given up; the
// row much later. Works in small steps, so that nothing waits for it.

import type { Session, Statement } from '../../platform/db/database.ts';

const stepMax = 500;

// The callback holds the text too, and its attempts hold what the receiver said of it.
const purgeTexts: Statement = {
  name: 'forget_sms_inbound_texts',
  text: `
    with old as materialized (
      select id, account_id from sms_inbound i
      where content is not null and received_at < jokko_now() - $1::integer * interval '1 day'
        and (select true from callback c where c.operation_id = i.id and c.account_id = i.account_id
          and c.state = 'due' limit 1) is null
      order by received_at limit ${stepMax} for update skip locked
    ), attempts as (
      delete from callback_attempt a using old where a.operation_id = old.id
        and a.account_id = old.account_id
    ), bodies as (
      delete from callback_body b using old where b.operation_id = old.id
        and b.account_id = old.account_id
    ), callbacks as (
      delete from callback c using old where c.operation_id = old.id
        and c.account_id = old.account_id
    )
    update sms_inbound i set content = null from old where i.id = old.id returning 1`,
};
const remove: Statement = {
  name: 'remove_sms_inbound',
  text: `
    delete from sms_inbound i using (
      select id from sms_inbound where content is null and received_at < jokko_now() - $1::integer
        * interval '1 day'
      order by received_at limit ${stepMax} for update skip locked
    ) old
    where i.id = old.id returning 1`,
};

/** One step. Returns whether there may be more. */
export async function purgeInbound(
  session: Session,
  { textDays, days }: { textDays: number; days: number },
): Promise<boolean> {
  const texts = await session.query(purgeTexts, [textDays]);
  const rows = await session.query(remove, [days]);
  return texts.length === stepMax || rows.length === stepMax;
}
