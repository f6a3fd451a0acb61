// Counts the outbox, up to a useful limit.

import type { Session, Statement } from '../../platform/db/database.ts';

const countedMax = 10_000;

const count: Statement = {
  name: 'count_outbox',
  text: `select
      (select count(*)::integer from (select from notification where state = 'waiting'
        limit ${countedMax}) w) as waiting,
      (select coalesce(extract(epoch from now() - min(due_at)), 0)::float8 from notification
        where state = 'waiting' and due_at < now()) as "oldestSeconds",
      (select count(*)::integer from (select from notification where state = 'abandoned'
        limit ${countedMax}) a) as abandoned`,
};

export interface OutboxCount {
  waiting: number;
  /** How long the one that is due longest is overdue. */
  oldestSeconds: number;
  /** In the last 30 days. */
  abandoned: number;
}

export async function countOutbox(session: Session): Promise<OutboxCount> {
  return (await session.query<OutboxCount>(count))[0]!;
}
