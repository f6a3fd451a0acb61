// Purges notifications that were delivered or abandoned long ago, a limited number at a time.

import type { Session, Statement } from '../../platform/db/database.ts';

const keptDays = 30;
const batchMax = 1_000;

const purge: Statement = {
  name: 'purge_notifications',
  text: `delete from notification where id in (
      select id from notification where state <> 'waiting'
        and ended_at < jokko_now() - interval '${keptDays} days' order by ended_at
        limit ${batchMax})
    returning 1`,
};

/** True when there may be more. */
export async function purgeNotifications(session: Session): Promise<boolean> {
  return (await session.query(purge)).length === batchMax;
}
