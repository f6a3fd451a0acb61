// Purges expired records of recent messages, which serve to detect equal ones.

import type { Session, Statement } from '../../platform/db/database.ts';

/** One statement's work. */
const rowsMax = 10_000;

const remove: Statement = {
  name: 'remove_sms_recent',
  text: `
    delete from sms_recent where ctid = any(array(select ctid from sms_recent
      where until <= jokko_now() order by until limit ${rowsMax}))
    returning 1 as gone`,
};

/** Answers whether there may be more. */
export async function purgeRecent(session: Session): Promise<boolean> {
  return (await session.query(remove)).length === rowsMax;
}
