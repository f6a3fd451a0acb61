// Reads dates and times of ISO 20022 as the bank means them: by its own clock, which is the one
// that it writes beside the time, else that of the route.

export interface BankTime {
  /** The bank's date: `2026-11-24`. */
  day: string;
  /** What the bank's clock shows, in ms since 1970 as if it were UTC. */
  wallMs: number;
  /** ms since 1970. */
  atMs: number;
  /** It is not known when in the day a date alone was. */
  isDate: boolean;
}

export const dayMs = 86_400_000;
const minuteMs = 60_000;

const form = /^(\d{4}-\d{2}-\d{2})(?:T(\d{2}:\d{2}(?::\d{2})?)(\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2})?$/;

export const dayOf = (wallMs: number): string => new Date(wallMs).toISOString().slice(0, 10);

/** Null: it is no date, and none is guessed. */
export function readBankTime(text: string, utcOffsetMinutes: number): BankTime | null {
  const found = form.exec(text);
  if (found === null) return null;
  const [, date = '', clock, fraction = '', zone] = found;
  const midnight = Date.parse(`${date}T00:00:00Z`);
  if (Number.isNaN(midnight) || dayOf(midnight) !== date) return null;
  const offsetMs = offsetOf(zone, utcOffsetMinutes) * minuteMs;
  if (clock === undefined)
    return { day: date, wallMs: midnight, atMs: midnight - offsetMs, isDate: true };
  const writtenMs = Date.parse(`${date}T${clock}${fraction.slice(0, 4)}Z`);
  if (Number.isNaN(writtenMs)) return null;
  const shiftMs = isUtc(zone) ? offsetMs : 0;
  const wallMs = writtenMs + shiftMs;
  // 24:00 is the end of the day that it is written with.
  const day = dayOf(clock.startsWith('24') ? wallMs - 1 : wallMs);
  return { day, wallMs, atMs: wallMs - offsetMs, isDate: false };
}

/** Systems write UTC whatever the bank's clock shows; any other distance is the bank's own. */
const isUtc = (zone: string | undefined): boolean => zone === 'Z' || /^[+-]00:00$/.test(zone ?? '');

function offsetOf(zone: string | undefined, utcOffsetMinutes: number): number {
  if (zone === undefined || isUtc(zone)) return utcOffsetMinutes;
  const minutes = Number(zone.slice(1, 3)) * 60 + Number(zone.slice(4, 6));
  return zone.startsWith('-') ? -minutes : minutes;
}
