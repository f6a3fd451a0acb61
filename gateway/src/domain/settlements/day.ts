// Is a text a day of the calendar, and can a bank have paid then?

const shape = /^\d{4}-\d{2}-\d{2}$/;
/** Banks pay with a value date ahead of the booking. */
const daysAheadMax = 7;
const dayMs = 86_400_000;

/** `2026-11-21`; no 30th of February. */
export function isDay(text: string): boolean {
  if (!shape.test(text)) return false;
  const at = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(text);
}

/** Not before the day of `since`, nor more than a week from `now`. */
export function isValueDay(text: string, since: Date, now: Date): boolean {
  if (!isDay(text)) return false;
  return text >= since.toISOString().slice(0, 10) && Date.parse(`${text}T00:00:00Z`) <= now.getTime() + daysAheadMax * dayMs;
}
