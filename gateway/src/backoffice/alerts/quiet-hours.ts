// Decides whether it is a quiet hour of the operator's: by the wall's clock in a time zone, over
// midnight as well. Pure.

import type { AlertSettings } from './settings.ts';

/** `at`: the database's time. From `from` to just before `to`; equal: the whole day. */
export function isQuiet(quiet: AlertSettings['quiet'], at: Date): boolean {
  if (quiet === null) return false;
  const { from, to, timeZone } = quiet;
  const now = clockOf(timeZone).format(at);
  return from < to ? now >= from && now < to : now >= from || now < to;
}

const clocks = new Map<string, Intl.DateTimeFormat>();

/** `HH:MM`. Formatters are expensive to make. */
function clockOf(timeZone: string): Intl.DateTimeFormat {
  const known = clocks.get(timeZone);
  if (known !== undefined) return known;
  const made = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  });
  clocks.set(timeZone, made);
  return made;
}

export function isTimeZone(timeZone: string): boolean {
  try {
    clockOf(timeZone);
    return true;
  } catch {
    return false;
  }
}
