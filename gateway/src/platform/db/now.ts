// Reads the time that all rows are stamped with: the database's, which a sandbox can move ahead.
// What people are shown is dated by it; a node's own clock knows nothing of such a move.

import type { Session, Statement } from './database.ts';

const selectNow: Statement = { name: 'select_jokko_now', text: 'select jokko_now() as now' };

export async function readNow(session: Session): Promise<Date> {
  const [row] = await session.query<{ now: Date }>(selectNow);
  return row!.now;
}

const selectAhead: Statement = {
  name: 'select_shown_ahead',
  text: `select (extract(epoch from jokko_now() - now()) * 1000)::float8 as "aheadMs"`,
};

/**
 * Moves what real time is kept of (leases, tasks, binds, breakers) to the clock that people are
 * shown: every `Date` in a value.
 */
export async function readShownClock(session: Session): Promise<<Value>(value: Value) => Value> {
  const [row] = await session.query<{ aheadMs: number }>(selectAhead);
  const { aheadMs } = row!;
  return (value) => (aheadMs === 0 ? value : (moved(value, aheadMs) as typeof value));
}

function moved(value: unknown, byMs: number): unknown {
  if (value instanceof Date) return new Date(value.getTime() + byMs);
  if (Array.isArray(value)) return value.map((each) => moved(each, byMs));
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, moved(each, byMs)]));
}
