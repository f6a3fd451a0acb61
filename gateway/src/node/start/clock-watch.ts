// Watches how far this machine's clock is off the database's. Nothing that is stored or compared
// is taken from it, but its logs are, and a machine whose clock is that wrong is not well: above
// 1 s the node warns, above 30 s it is not ready.

import type { Session, Statement } from '../../platform/db/database.ts';
import type { ReadinessCheck } from '../../platform/health/index.ts';
import type { Log } from '../../platform/log.ts';
import type { DatabaseClock } from './database-clock.ts';

const warnMs = 1_000;
const notReadyMs = 30_000;
/** What others are shown is renewed when it has changed by this much. */
const notedStepMs = 500;

const noteClock: Statement = {
  name: 'note_clock',
  text: `update node set clock_skew_ms = $2, clock_offset = $3 * interval '1 millisecond'
    where incarnation = $1`,
};

export interface ClockWatch {
  /**
   * Reads the database's clock and compares. What the sandbox has added is noted once this node
   * counts with it.
   */
  look(): Promise<void>;
  readiness: ReadinessCheck;
}

/** `node`: incarnation whose row shows the skew. */
export function createClockWatch(
  session: Session,
  clock: DatabaseClock,
  node: number,
  log: Log,
): ClockWatch {
  let noted = { skewMs: 0, aheadMs: 0 };
  let warned = false;
  return {
    async look() {
      await clock.read();
      const skewMs = Math.round(clock.skewMs());
      const isOff = Math.abs(skewMs) > warnMs;
      if (isOff !== warned) {
        warned = isOff;
        if (isOff) log.warn({ skewMs }, `this machine's clock ${describe(skewMs)}: check its time`);
        else log.info({ skewMs }, "this machine's clock agrees with the database's again");
      }
      const aheadMs = clock.aheadMs();
      if (Math.abs(skewMs - noted.skewMs) < notedStepMs && aheadMs === noted.aheadMs) return;
      await session.query(noteClock, [node, skewMs, aheadMs]);
      noted = { skewMs, aheadMs };
    },
    readiness: {
      name: 'clock',
      reason() {
        const skewMs = clock.skewMs();
        return Math.abs(skewMs) > notReadyMs ? `this machine's clock ${describe(skewMs)}` : null;
      },
    },
  };
}

const describe = (skewMs: number): string =>
  `is ${Math.round(Math.abs(skewMs) / 1_000)} s ${skewMs > 0 ? 'ahead of' : 'behind'} the database's`;
