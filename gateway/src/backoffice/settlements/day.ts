// Validates a calendar day, and whether a bank can have paid or moved money on it.

import type { Session, Statement } from '../../platform/db/database.ts';

/** The database knows no year 0, and banks know no money before this. */
const firstDay = '1900-01-01';
const shape = /^\d{4}-\d{2}-\d{2}$/;
/** Banks pay with a value date ahead of the booking. */
const daysAheadMax = 7;
/** What moved longer ago is not written down any more. */
const moveDaysMax = 366;
const dayMs = 86_400_000;

/** `2026-11-21`; no 30th of February. */
export function isDay(text: string): boolean {
  if (!shape.test(text) || text < firstDay) return false;
  const at = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(text);
}

/** Not before the day of `since`, nor more than a week from `now`. */
export function isValueDay(text: string, since: Date, now: Date): boolean {
  if (!isDay(text)) return false;
  return (
    text >= since.toISOString().slice(0, 10) &&
    Date.parse(`${text}T00:00:00Z`) <= now.getTime() + daysAheadMax * dayMs
  );
}

const selectNow: Statement = { name: 'select_now_of_move', text: 'select jokko_now() as now' };

/**
 * Whether a move of our own money may have this day: not more than a year ago, nor more than a week
 * ahead.
 */
export async function moveDayFits(session: Session, text: string): Promise<boolean> {
  const [row] = await session.query<{ now: Date }>(selectNow);
  const { now } = row!;
  return isValueDay(text, new Date(now.getTime() - moveDaysMax * dayMs), now);
}
