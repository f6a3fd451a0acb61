// Purges the delivery log. Receivers' answers may hold anything, so they go after a while, and
// failed attempts after a longer one; the attempt that delivered stays with its callback. Works in
// small steps, so that nothing waits for it.

import type { Session, Statement } from '../../platform/db/database.ts';

export interface Retention {
  answerDays: number;
  /** Failed attempts of callbacks that are delivered or abandoned. */
  attemptDays: number;
}

const stepMax = 500;

const purgeAnswers: Statement = {
  name: 'forget_callback_answers',
  text: `
    update callback_attempt a set answer = null, answer_headers = null from (
      select operation_id, account_id, second, number from callback_attempt
      where (answer is not null or answer_headers is not null)
        and started_at < jokko_now() - $1::integer * interval '1 day'
      order by started_at limit ${stepMax}
    ) old
    where a.operation_id = old.operation_id and a.account_id = old.account_id
      and a.second = old.second and a.number = old.number
    returning a.number`,
};
const purgeAttempts: Statement = {
  name: 'forget_callback_attempts',
  text: `
    delete from callback_attempt a using (
      select t.operation_id, t.account_id, t.second, t.number from callback_attempt t
      join callback c on c.operation_id = t.operation_id and c.account_id = t.account_id
        and c.second = t.second
      where t.error_class is not null and t.started_at < jokko_now() - $1::integer
        * interval '1 day' and c.state <> 'due'
      order by t.started_at limit ${stepMax}
    ) old
    where a.operation_id = old.operation_id and a.account_id = old.account_id
      and a.second = old.second and a.number = old.number
    returning a.number`,
};
const purgeReplays: Statement = {
  name: 'forget_callback_replays',
  text: `delete from callback_replay where state <> 'running'
    and ended_at < now() - $1::integer * interval '1 day' returning id`,
};
// A row says that a destination queue is away. Nobody learns whether it has come back once nothing
// is due there. Should a callback come at this very moment, its first failure makes the row again.
const purgeDestinations: Statement = {
  name: 'forget_callback_destinations',
  text: `
    delete from callback_destination l using (
      select account_id, destination from callback_destination
      where coalesce(slow_until, '-infinity'::timestamptz) < jokko_now() - interval '1 day'
      order by coalesce(slow_until, '-infinity'::timestamptz) limit ${stepMax}
    ) old
    where l.account_id = old.account_id and l.destination = old.destination and not exists (
      select from callback c where c.account_id = l.account_id and c.destination = l.destination
        and c.next_attempt_at is not null)
    returning l.destination`,
};

/** Forgets what is old. Returns whether there may be more. */
export async function purge(
  session: Session,
  { answerDays, attemptDays }: Retention,
): Promise<boolean> {
  await session.query(purgeReplays, [answerDays]);
  const answers = await session.query(purgeAnswers, [answerDays]);
  const attempts = await session.query(purgeAttempts, [attemptDays]);
  const destinations = await session.query(purgeDestinations);
  return [answers, attempts, destinations].some(({ length }) => length === stepMax);
}
