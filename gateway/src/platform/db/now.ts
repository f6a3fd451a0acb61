// Reads the time that all rows are stamped with: the database's, which a sandbox can move ahead.
// What people are shown is dated by it; a node's own clock knows nothing of such a move.

import type { Session, Statement } from './database.ts';

const selectNow: Statement = { name: 'select_jokko_now', text: 'select jokko_now() as now' };

export async function readNow(session: Session): Promise<Date> {
  const [row] = await session.query<{ now: Date }>(selectNow);
  return row!.now;
}
