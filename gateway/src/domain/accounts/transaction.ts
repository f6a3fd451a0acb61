// How does a change of an account happen whole or not at all? In a transaction of its own connection; nodes are told when it commits.

import type { Database, Session, Statement } from '../../db/database.ts';

/** Nodes listen here and forget what they remember of the account whose number is the payload. */
export const accountChannel = 'jokko_account';

const begin: Statement = { name: 'begin', text: 'begin' };
const commit: Statement = { name: 'commit', text: 'commit' };
// The row lock is the writer's: a change of an account waits for the commit under way on it, and the next one sees it.
const touchAccount: Statement = {
  name: 'touch_account',
  text: `with touched as (update account set version = version + 1 where id = $1 returning id)
         select id, pg_notify('${accountChannel}', id::text) from touched`,
};

/** Runs `work` in one transaction. When it throws nothing happens. */
export async function inTransaction<Result>(database: Database, work: (session: Session) => Promise<Result>): Promise<Result> {
  const connection = await database.connect();
  try {
    await connection.query(begin);
    const result = await work(connection);
    await connection.query(commit);
    return result;
  } finally {
    // Closing a connection inside a transaction rolls it back.
    await connection.close();
  }
}

/** Locks the account, grows its version and tells all nodes when the transaction commits. False when there is no such account. */
export async function touch(session: Session, accountId: number): Promise<boolean> {
  const rows = await session.query(touchAccount, [accountId]);
  return rows.length > 0;
}
