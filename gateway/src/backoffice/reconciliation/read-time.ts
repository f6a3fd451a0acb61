// Parses the time in a cell of a statement. Accepts dates as humans and programs write them, in
// the provider's time zone unless they name one.

import type { Mapping } from './mapping.ts';

const yearFirst = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?:[T ,]+(.*))?$/s;
const yearLast = /^(\d{1,2})[-/. ](\d{1,2})[-/. ](\d{4}|\d{2})(?:[T ,]+(.*))?$/s;
const compact = /^(\d{4})(\d{2})(\d{2})(?:[T ]?(\d{2})(\d{2})(\d{2})?)?$/;
const clock =
  /^(?:à\s*)?(\d{1,2})[:hH](\d{2})(?:[:mM](\d{2}))?(?:[.,](\d{1,9}))?(?:\s*([aApP][mM]))?(?:\s*(Z|UTC|GMT|[+-]\d{2}(?::?\d{2})?))?$/;
const unknown = { ok: false } as const;

/** A reader for one mapping: it remembers the zone's distance from UTC by the hour, since a file holds few of them. */
export function timeReader({
  dayOrder,
  timeZone,
}: Mapping): (text: string) => { ok: true; at: Date } | { ok: false } {
  const distances = new Map<number, number>();
  const form = new Intl.DateTimeFormat('sv-SE', {
    timeZone,
    dateStyle: 'short',
    timeStyle: 'medium',
  });
  const distanceAt = (ms: number): number => {
    const hour = Math.floor(ms / 3_600_000);
    const known = distances.get(hour);
    if (known !== undefined) return known;
    const start = hour * 3_600_000;
    const distance = Date.parse(`${form.format(start).replace(' ', 'T')}Z`) - start;
    distances.set(hour, distance);
    return distance;
  };
  /** A clock that is put back shows an hour twice: the later of both is taken. */
  const toUtc = (local: number): number => local - distanceAt(local - distanceAt(local));
  return (text) => {
    const parts = partsOf(text.trim(), dayOrder);
    if (parts === null) return unknown;
    const local = Date.UTC(
      parts.year,
      parts.month - 1,
      parts.day,
      parts.hour,
      parts.minute,
      parts.second,
      parts.ms,
    );
    const back = new Date(local);
    const exists =
      back.getUTCMonth() === parts.month - 1 &&
      back.getUTCDate() === parts.day &&
      parts.hour < 24 &&
      parts.minute < 60 &&
      parts.second < 60;
    if (!exists || parts.year < 2000 || parts.year > 2100) return unknown;
    return {
      ok: true,
      at: new Date(parts.offsetMs === null ? toUtc(local) : local - parts.offsetMs),
    };
  };
}

interface Parts {
  year: number;
  month: number;
  day: number;
  hour: number;
  minute: number;
  second: number;
  ms: number;
  /** Null: the provider's own zone. */
  offsetMs: number | null;
}

function partsOf(text: string, order: Mapping['dayOrder']): Parts | null {
  const packed = compact.exec(text);
  if (packed !== null) {
    const [, year, month, day, hour = '0', minute = '0', second = '0'] = packed;
    return {
      ...dayOf(year, month, day),
      hour: Number(hour),
      minute: Number(minute),
      second: Number(second),
      ms: 0,
      offsetMs: null,
    };
  }
  const first = yearFirst.exec(text);
  const last = first === null ? yearLast.exec(text) : null;
  if (first === null && last === null) return null;
  const time = timeOf((first ?? last)![4]);
  if (time === null) return null;
  if (first !== null) return { ...dayOf(first[1], first[2], first[3]), ...time };
  const [, one, other, year = ''] = last!;
  const full = year.length === 2 ? `20${year}` : year;
  return { ...(order === 'mdy' ? dayOf(full, one, other) : dayOf(full, other, one)), ...time };
}

const dayOf = (year?: string, month?: string, day?: string) => ({
  year: Number(year),
  month: Number(month),
  day: Number(day),
});

function timeOf(text: string | undefined): Omit<Parts, 'year' | 'month' | 'day'> | null {
  if (text === undefined || text.trim() === '')
    return { hour: 0, minute: 0, second: 0, ms: 0, offsetMs: null };
  const found = clock.exec(text.trim());
  if (found === null) return null;
  const [, hours, minutes, seconds = '0', fraction = '0', half, zone] = found;
  if (half !== undefined && (Number(hours) < 1 || Number(hours) > 12)) return null;
  const hour =
    half === undefined
      ? Number(hours)
      : (Number(hours) % 12) + (half.toLowerCase() === 'pm' ? 12 : 0);
  const ms = Math.floor(Number(`0.${fraction}`) * 1000);
  return {
    hour,
    minute: Number(minutes),
    second: Number(seconds),
    ms,
    offsetMs: zone === undefined ? null : offsetOf(zone),
  };
}

function offsetOf(zone: string): number {
  const [, sign, hours, minutes] = /^([+-])(\d{2}):?(\d{2})?$/.exec(zone) ?? [];
  const size = (Number(hours ?? 0) * 60 + Number(minutes ?? 0)) * 60_000;
  return sign === '-' ? -size : size;
}
