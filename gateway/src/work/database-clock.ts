// What time is it? The database's clock decides everything that is stored; here is what it said last, carried on by our own.

import type { Session, Statement } from '../db/database.ts';

const readNow: Statement = { name: 'read_now', text: `select jokko_now() as now` };

export interface DatabaseClock {
  /** ms since 1970 on the database's clock. */
  now(): number;
  read(): Promise<void>;
}

export function createDatabaseClock(session: Session): DatabaseClock {
  let offsetMs = 0;
  return {
    now: () => Date.now() + offsetMs,
    async read() {
      const [row] = await session.query<{ now: Date }>(readNow);
      offsetMs = row!.now.getTime() - Date.now();
    },
  };
}
