// What of the delivery log is forgotten, and when? Receivers' answers may hold anything, so they go after a while; that an attempt was made, and
// what came of it, stays. In small steps, so that nothing waits for it.

import type { Session, Statement } from '../../db/database.ts';

const stepMax = 500;

const forgetAnswers: Statement = {
  name: 'forget_callback_answers',
  text: `
    update callback_attempt a set answer = null from (
      select operation_id, account_id, second, number from callback_attempt
      where answer is not null and started_at < jokko_now() - $1::integer * interval '1 day' order by started_at limit ${stepMax}
    ) old
    where a.operation_id = old.operation_id and a.account_id = old.account_id and a.second = old.second and a.number = old.number
    returning a.number`,
};
const forgetReplays: Statement = {
  name: 'forget_callback_replays',
  text: `delete from callback_replay where state <> 'running' and ended_at < now() - $1::integer * interval '1 day' returning id`,
};

/** Forgets what is older than `days`. Returns whether there may be more. */
export async function forgetOldAnswers(session: Session, days: number): Promise<boolean> {
  await session.query(forgetReplays, [days]);
  return (await session.query(forgetAnswers, [days])).length === stepMax;
}
