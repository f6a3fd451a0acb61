// Runs a change outside the writer atomically, in a transaction of its own connection.

import type { Purpose } from './connection-settings.ts';
import type { Database, Session, Statement } from './database.ts';

const begin: Statement = { name: 'begin', text: 'begin' };
const commit: Statement = { name: 'commit', text: 'commit', patient: true };

/**
 * Runs `work` in one transaction. When it throws nothing happens. `purpose`: how long it may take.
 */
export async function inTransaction<Result>(
  database: Database,
  work: (session: Session) => Promise<Result>,
  purpose?: Purpose,
): Promise<Result> {
  const connection = await database.connect(purpose);
  let result: Result;
  try {
    await connection.query(begin);
    result = await work(connection);
    await connection.query(commit);
  } catch (error) {
    // Closing a connection inside a transaction rolls it back.
    await connection.close();
    throw error;
  }
  await connection.giveBack();
  return result;
}
