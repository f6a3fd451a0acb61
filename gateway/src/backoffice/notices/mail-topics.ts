// Keeps which topics a user does not want to be told of by e-mail.

import type { Database, Session, Statement } from '../../platform/db/database.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import { recordAudit, type Who } from '../../platform/audit/index.ts';
import type { MailTopic } from './people.ts';

const select: Statement = {
  name: 'select_mail_topics_off',
  text: 'select mail_off as "off" from portal_user where id = $1',
};
const store: Statement = {
  name: 'store_mail_topics_off',
  text: 'update portal_user set mail_off = $2 where id = $1',
};

export async function readTopicsOff(session: Session, userId: number): Promise<MailTopic[]> {
  return (await session.query<{ off: MailTopic[] }>(select, [userId]))[0]?.off ?? [];
}

export function setTopicsOff(
  database: Database,
  who: Who,
  userId: number,
  off: readonly MailTopic[],
): Promise<void> {
  return inTransaction(database, async (session) => {
    const old = { mailOff: await readTopicsOff(session, userId) };
    await session.query(store, [userId, off]);
    await recordAudit(session, {
      who,
      action: 'person.change',
      subject: `person/${userId}`,
      old,
      new: { mailOff: off },
    });
  });
}
