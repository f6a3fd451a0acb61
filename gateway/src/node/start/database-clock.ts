// Clock of the node: the database's, as it was read last, carried on by this machine's monotonic
// clock. The machine's wall clock, which may be wrong and may jump, is only compared with it.

import type { Session, Statement } from '../../platform/db/database.ts';
import { environment } from '../../platform/environment.ts';

const readNow: Statement = { name: 'read_now', text: `select jokko_now() as now, now() as wall` };

/**
 * An answer that was overtaken by a newer one says nothing; one that took longer than this does not
 * say when the database read its clock: the one before is carried on.
 */
const answerMsMax = 1_000;

export interface DatabaseClock {
  /** ms since 1970 on the database's clock. */
  now(): number;
  /**
   * The same without what the sandbox has added: what others' clocks show, even where this
   * machine's is wrong.
   */
  wallNow(): number;
  /** What the sandbox has added, in ms. */
  aheadMs(): number;
  /** How far this machine's wall clock is ahead of the database's, in ms; negative: behind. */
  skewMs(): number;
  read(): Promise<void>;
}

export function createDatabaseClock(session: Session): DatabaseClock {
  // The offset of the database's clocks over the monotonic one.
  let offsetMs = environment.now() - environment.monotonic();
  let wallOffsetMs = offsetMs;
  let known = false;
  let lastAsked = -Infinity;
  // Whole ms, as the machine's own clock gives them and the database takes them.
  const wallNow = () => Math.floor(environment.monotonic() + wallOffsetMs);
  return {
    now: () => Math.floor(environment.monotonic() + offsetMs),
    wallNow,
    aheadMs: () => Math.round(offsetMs - wallOffsetMs),
    skewMs: () => environment.now() - wallNow(),
    async read() {
      const asked = environment.monotonic();
      const [row] = await session.query<{ now: Date; wall: Date }>(readNow);
      const answered = environment.monotonic();
      if (asked < lastAsked || (known && answered - asked > answerMsMax)) return;
      known = true;
      lastAsked = asked;
      // Read between question and answer.
      const between = (asked + answered) / 2;
      offsetMs = row!.now.getTime() - between;
      wallOffsetMs = row!.wall.getTime() - between;
    },
  };
}
