// Working hours of a bank: on which days and between which times payment files may leave, and when
// the next one does. Pure arithmetic on the bank's own clock; holidays are dates that an operator
// writes down.

import type { FileWindow } from '@jokko/connectors/kit';

export interface Calendar {
  /** Files leave at multiples of this after midnight; 0: as soon as there is an order. */
  everyMinutes: number;
  /** Minutes after midnight. */
  opensAt: number;
  cutOff: number;
  /** 1 is Monday. */
  weekdays: ReadonlySet<number>;
  /** `2026-12-25`. */
  holidays: ReadonlySet<string>;
  utcOffsetMinutes: number;
}

const minuteMs = 60_000;
const dayMinutes = 1_440;
/** A file that leaves in the last minutes may be read after the cut-off. */
const marginMinutes = 5;
/** No bank is closed for longer; a calendar that never opens is shown by its orders that wait. */
const daysAheadMax = 60;

/** Pure. `nextMs` is `nowMs` where files leave at once. */
export function windowAt(calendar: Calendar, nowMs: number): FileWindow {
  const { everyMinutes, utcOffsetMinutes } = calendar;
  const localMs = nowMs + utcOffsetMinutes * minuteMs;
  const today = Math.floor(localMs / (dayMinutes * minuteMs));
  const minute = (localMs - today * dayMinutes * minuteMs) / minuteMs;
  const { opensAt, last } = hoursOf(calendar);
  const open = isWorkingDay(calendar, today) && minute >= opensAt && minute < last + 1;
  if (open && everyMinutes === 0) return { open, nextMs: nowMs };
  for (let day = today; day < today + daysAheadMax; day++) {
    if (!isWorkingDay(calendar, day)) continue;
    const next = day === today ? nextMinute(calendar, minute) : nextMinute(calendar, -1);
    if (next !== null)
      return { open, nextMs: (day * dayMinutes + next - utcOffsetMinutes) * minuteMs };
  }
  return { open, nextMs: nowMs + daysAheadMax * dayMinutes * minuteMs };
}

/** `last`: the latest minute at which a file may leave. */
const hoursOf = ({ opensAt, cutOff }: Calendar): { opensAt: number; last: number } => ({
  opensAt,
  last: Math.max(opensAt, cutOff - marginMinutes),
});

/** The first moment of the grid after `minute` within the hours; null: none is left that day. */
function nextMinute(calendar: Calendar, minute: number): number | null {
  const { opensAt, last } = hoursOf(calendar);
  if (minute < opensAt) return opensAt;
  const { everyMinutes } = calendar;
  if (minute >= last) return null;
  if (everyMinutes === 0) return minute;
  const next = (Math.floor(minute / everyMinutes) + 1) * everyMinutes;
  // What comes after the last moment of the grid still leaves before the cut-off.
  return Math.min(next, last);
}

function isWorkingDay({ weekdays, holidays }: Calendar, day: number): boolean {
  // 1 January 1970 was a Thursday.
  const weekday = ((day + 3) % 7) + 1;
  return weekdays.has(weekday) && !holidays.has(dateOf(day * dayMinutes * minuteMs));
}

/** Whether the bank works on a date (`2026-11-22`) at all. */
export const worksOn = (calendar: Calendar, date: string): boolean =>
  isWorkingDay(calendar, Date.parse(date) / (dayMinutes * minuteMs));

/** `2026-11-22` of a local time in ms. */
const dateOf = (localMs: number): string => new Date(localMs).toISOString().slice(0, 10);

/** The bank's date at a time. */
export const bankDate = ({ utcOffsetMinutes }: Calendar, nowMs: number): string =>
  dateOf(nowMs + utcOffsetMinutes * minuteMs);

/** Minutes after midnight, or null. */
export function readClockTime(text: string | undefined): number | null {
  const found = /^([01][0-9]|2[0-3]):([0-5][0-9])$/.exec(text ?? '');
  return found === null ? null : Number(found[1]) * 60 + Number(found[2]);
}

export function readWeekdays(text: string | undefined): Set<number> | null {
  const days = (text ?? '').split(',').map((day) => day.trim());
  return days.every((day) => /^[1-7]$/.test(day)) ? new Set(days.map(Number)) : null;
}

export function readHolidays(text: string | undefined): Set<string> | null {
  if (text === undefined || text.trim() === '') return new Set();
  const dates = text.split(',').map((date) => date.trim());
  const isDate = (date: string): boolean =>
    /^\d{4}-\d{2}-\d{2}$/.test(date) && !Number.isNaN(Date.parse(`${date}T00:00:00Z`));
  return dates.every(isDate) ? new Set(dates) : null;
}
