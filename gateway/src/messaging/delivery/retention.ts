// Purges old data of parts: unmatched receipts after a week, when no message can be theirs any
// more; ids of messages that have ended after the number of days that the operator configured; lost
// answers of messages that are resolved. Works in small steps, so that nothing waits for it.

import type { Session, Statement } from '../../platform/db/database.ts';
import { isLost } from './lost-answers.ts';

const stepMax = 1_000;

const removeParked: Statement = {
  name: 'remove_parked_sms_parts',
  text: `
    delete from sms_part p using (
      select connection, provider_id from sms_part where batch_id is null
        and created_at < jokko_now() - interval '7 days'
      order by created_at limit ${stepMax} for update skip locked
    ) old
    where p.connection = old.connection and p.provider_id = old.provider_id
    returning 1`,
};
const removeOld: Statement = {
  name: 'remove_old_sms_parts',
  text: `
    delete from sms_part p using (
      select connection, provider_id from sms_part o
      where batch_id is not null and created_at < jokko_now() - $1::integer * interval '1 day'
        and not exists (
        select from sms_message m where m.batch_id = o.batch_id and m.position = o.position
          and m.state in ('ACCEPTED', 'SENDING', 'SENT')
          and m.reason is distinct from 'receipts_off')
      order by created_at limit ${stepMax} for update skip locked
    ) old
    where p.connection = old.connection and p.provider_id = old.provider_id
    returning 1`,
};

const removeLostAnswers: Statement = {
  name: 'remove_sms_lost_answers',
  text: `
    delete from sms_lost_answer l
    where sent_after < jokko_now() - interval '7 days' or not exists (
      select from sms_message m where m.batch_id = l.batch_id and m.position = l.position
        and m.account_id = l.account_id
        and (${isLost} or m.state = 'SENDING'))`,
};

/** One step. Returns whether there may be more. */
export async function purgeParts(session: Session, days: number): Promise<boolean> {
  const parked = await session.query(removeParked);
  const old = await session.query(removeOld, [days]);
  await session.query(removeLostAnswers);
  return parked.length === stepMax || old.length === stepMax;
}
