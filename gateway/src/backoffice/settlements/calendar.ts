// Computes the next run of a schedule.

export type Every = 'day' | 'week' | 'month';

/** Before banks open. The countries of the catalogue are at UTC or one hour ahead. */
const hourUtc = 6;
/** From the end of February to that of March. */
const daysAheadMax = 31;

/**
 * The first due time after `now`. `day` is 1 to 7 of a week (1 is Monday), 1 to 31 of a month (its
 * last day where it has fewer), and has no meaning for every day. Pure.
 */
export function nextDue({ every, day }: { every: Every; day: number }, now: Date): Date {
  const [year, month, date] = [now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate()];
  for (let ahead = 0; ahead <= daysAheadMax; ahead++) {
    const due = new Date(Date.UTC(year, month, date + ahead, hourUtc));
    if (due > now && isDue(due, every, day)) return due;
  }
  throw new Error(`a schedule that is never due: ${every} ${day}`);
}

function isDue(due: Date, every: Every, day: number): boolean {
  if (every === 'day') return true;
  if (every === 'week') return (due.getUTCDay() + 6) % 7 === day - 1;
  const last = new Date(Date.UTC(due.getUTCFullYear(), due.getUTCMonth() + 1, 0)).getUTCDate();
  return due.getUTCDate() === Math.min(day, last);
}
