// Counts what waits for receivers that nobody answers at, or whose queue is late.

import type { Session, Statement } from '../../platform/db/database.ts';

export interface ReceiverStanding {
  accountId: number;
  destination: string;
  /** Attempts in a row that reached nobody. */
  failures: number;
  queued: number;
  /** For how long the one that is most overdue waits for its attempt, s. */
  queueAgeSec: number;
}

const receiversMax = 500;
const queuedMax = 1_000;
// The condition is that of the index callback_destination_idle.
const selectStandings: Statement = {
  name: 'select_receiver_standings',
  text: `
    select away.account_id as "accountId", away.destination, away.failures, due.count as queued,
      due.age::float8 as "queueAgeSec"
    from (
      select account_id, destination, failures from callback_destination
      where coalesce(slow_until, '-infinity'::timestamptz) >= '-infinity' and failures > 0
        limit ${receiversMax}
    ) away
    cross join lateral (
      select count(*)::integer as count, greatest(0, coalesce(extract(epoch
        from jokko_now() - min(next_attempt_at)), 0)) as age
      from (
        select next_attempt_at from callback
        where account_id = away.account_id and destination = away.destination
          and next_attempt_at is not null
        limit ${queuedMax}) c
    ) due`,
};

export const readReceiverStandings = (session: Session): Promise<ReceiverStanding[]> =>
  session.query<ReceiverStanding>(selectStandings);

/** How health names a receiver. */
export const receiverName = (accountId: number, destination: string): string =>
  `${accountId} ${destination}`;
