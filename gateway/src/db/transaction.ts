// How does a change outside the writer happen whole or not at all? In a transaction of its own connection.

import type { Database, Session, Statement } from './database.ts';

const begin: Statement = { name: 'begin', text: 'begin' };
const commit: Statement = { name: 'commit', text: 'commit', patient: true };

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
