// Moves the clock of a sandbox forward, so that deadlines of minutes or days can be tried at once,
// and waits until the nodes count with it. The change is in the audit log.

import type { Database, Session, Statement } from '../../platform/db/database.ts';
import { environment } from '../../platform/environment.ts';
import { changeWithAudit, type Who } from '../../platform/audit/index.ts';

/** Nodes listen here, and read the clock again. */
export const clockChannel = 'jokko_clock';

const moveClock: Statement = {
  name: 'move_sandbox_clock',
  text: `update installation set clock_offset = clock_offset + $1::integer * interval '1 second'
    where mode = 'sandbox'
         returning extract(epoch from clock_offset)::integer as offset_seconds,
           pg_notify('${clockChannel}', '')`,
};
const selectBehind: Statement = {
  name: 'select_nodes_behind_clock',
  text: `
    select node_id as "nodeId" from node
    where lease_until > now() and ended_at is null
      and clock_offset < (select clock_offset from installation)
    order by node_id`,
};
const pollMs = 20;
/** A node that was killed has its lease for some time, and is not waited for longer than this. */
const waitMs = 5_000;

/** Answers how many seconds the clock is ahead now; null in live mode. */
export function advanceClock(
  database: Database,
  who: Who,
  seconds: number,
): Promise<number | null> {
  return changeWithAudit(database, async (session) => {
    const [row] = await session.query<{ offset_seconds: number }>(moveClock, [seconds]);
    return {
      result: row?.offset_seconds ?? null,
      entry: row === undefined ? null : { who, action: 'clock.advance', new: { seconds } },
    };
  });
}

/**
 * Waits until every living node counts with the clock as it is now. Answers the ids of those that
 * do not yet after 5 s.
 */
export async function untilNodesFollow(session: Session): Promise<string[]> {
  const endsAt = environment.monotonic() + waitMs;
  for (;;) {
    const behind = await session.query<{ nodeId: string }>(selectBehind);
    if (behind.length === 0 || environment.monotonic() > endsAt)
      return behind.map(({ nodeId }) => nodeId);
    await environment.sleep(pollMs);
  }
}
