// What time is it? The database's clock decides everything that is stored; here is what it said last, carried on by our own.

import type { Session, Statement } from '../db/database.ts';

const readNow: Statement = { name: 'read_now', text: `select jokko_now() as now, now() as wall` };

export interface DatabaseClock {
  /** ms since 1970 on the database's clock. */
  now(): number;
  /** The same without what the sandbox has added: what others' clocks show, even where this machine's is wrong. */
  wallNow(): number;
  read(): Promise<void>;
}

export function createDatabaseClock(session: Session): DatabaseClock {
  let offsetMs = 0;
  let wallOffsetMs = 0;
  return {
    now: () => Date.now() + offsetMs,
    wallNow: () => Date.now() + wallOffsetMs,
    async read() {
      const [row] = await session.query<{ now: Date; wall: Date }>(readNow);
      const here = Date.now();
      offsetMs = row!.now.getTime() - here;
      wallOffsetMs = row!.wall.getTime() - here;
    },
  };
}
