// What is forgotten of parts, and when? Receipts that nobody asked for after a day; ids of messages that have ended after the days that the
// operator keeps them. In small steps, so that nothing waits for it.

import type { Session, Statement } from '../../db/database.ts';

const stepMax = 1_000;

const removeParked: Statement = {
  name: 'remove_parked_sms_parts',
  text: `
    delete from sms_part p using (
      select link, provider_id from sms_part where batch_id is null and created_at < jokko_now() - interval '24 hours'
      order by created_at limit ${stepMax} for update skip locked
    ) old
    where p.link = old.link and p.provider_id = old.provider_id
    returning 1`,
};
const removeOld: Statement = {
  name: 'remove_old_sms_parts',
  text: `
    delete from sms_part p using (
      select link, provider_id from sms_part o
      where batch_id is not null and created_at < jokko_now() - $1::integer * interval '1 day' and not exists (
        select from sms_message m where m.batch_id = o.batch_id and m.position = o.position and m.state in ('ACCEPTED', 'SENDING', 'SENT'))
      order by created_at limit ${stepMax} for update skip locked
    ) old
    where p.link = old.link and p.provider_id = old.provider_id
    returning 1`,
};

/** One step. Returns whether there may be more. */
export async function forgetOldParts(session: Session, days: number): Promise<boolean> {
  const parked = await session.query(removeParked);
  const old = await session.query(removeOld, [days]);
  return parked.length === stepMax || old.length === stepMax;
}
