// Computes when a message subject to quiet hours may be sent. Quiet hours count in the time of the
// recipient's country.

const minuteMs = 60_000;
const dayMinutes = 1_440;

const clocks = new Map<string, Intl.DateTimeFormat>();

/** ms since 1970 of the end of the quiet time in which `nowMs` lies; null when it lies in none. */
export function endOfQuiet(
  nowMs: number,
  quiet: { from: number; until: number },
  timeZone: string,
): number | null {
  const minute = minuteOfDay(nowMs, timeZone);
  const { from, until } = quiet;
  const isQuiet =
    from < until ? minute >= from && minute < until : minute >= from || minute < until;
  if (!isQuiet) return null;
  const startOfMinute = nowMs - (nowMs % minuteMs);
  const end = startOfMinute + ((until - minute + dayMinutes) % dayMinutes) * minuteMs;
  // Where clocks are put forward or back in between, the end would come an hour off.
  const off = minuteOfDay(end, timeZone) - until;
  const shift =
    off > dayMinutes / 2 ? off - dayMinutes : off < -dayMinutes / 2 ? off + dayMinutes : off;
  return end - shift * minuteMs;
}

function minuteOfDay(ms: number, timeZone: string): number {
  let clock = clocks.get(timeZone);
  if (clock === undefined) {
    clock = new Intl.DateTimeFormat('en-GB', {
      timeZone,
      hour: '2-digit',
      minute: '2-digit',
      hourCycle: 'h23',
    });
    clocks.set(timeZone, clock);
  }
  const [hour = '', minute = ''] = clock.format(ms).split(':');
  return Number(hour) * 60 + Number(minute);
}
