// Parses the time in a cell of a statement. Accepts dates as humans and programs write them, in
// the provider's time zone unless they name one.

import type { Mapping } from './mapping.ts';

const yearFirst = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?:[T ,]+(.*))?$/s;
const yearLast = /^(\d{1,2})[-/. ](\d{1,2})[-/. ](\d{4}|\d{2})(?:[T ,]+(.*))?$/s;
const compact = /^(\d{4})(\d{2})(\d{2})(?:[T ]?(\d{2}):?(\d{2})(?::?(\d{2}))?)?$/;
/**
 * 27112026: read so where days stand first. It is no year first, since no month is the twentieth.
 */
const compactYearLast = /^(\d{2})(\d{2})(20\d{2})$/;
const clock =
  /^(?:(?:à|at)\s*)?(\d{1,2})[:hH](\d{2})(?:[:mM](\d{2}))?(?:[.,](\d{1,9}))?(?:\s*([aApP]\.?[mM])\.?)?(?:\s*(Z|UTC|GMT|(?:UTC|GMT)?[+-]\d{1,2}(?::?\d{2})?))?$/;
const weekday =
  /^(?:lun|mar|mer|jeu|ven|sam|dim|mon|tue|wed|thu|fri|sat|sun)[a-z]{0,7}\.?,?\s+(?=\S)/i;
const dayThenMonth =
  /^(\d{1,2})(?:er|st|nd|rd|th)?[ .\-/]{0,2}([a-zéû]{3,9})\.?[ ,.\-/]{0,2}(\d{4}|\d{2})(?!\d)(.*)$/i;
const monthThenDay = /^([a-zéû]{3,9})\.? (\d{1,2})(?:st|nd|rd|th)?,? (\d{4})(?!\d)(.*)$/i;
/** By their beginnings, in French and English; `jui` alone is two of them. */
const months: readonly (readonly string[])[] = [
  ['jan'],
  ['fev', 'feb'],
  ['mar'],
  ['avr', 'apr'],
  ['mai', 'may'],
  ['juin', 'jun'],
  ['juil', 'jul'],
  ['aou', 'aug'],
  ['sep'],
  ['oct'],
  ['nov'],
  ['dec'],
];
const textCharactersMax = 60;
const unknown = { ok: false } as const;
const yearMin = 2000;
const yearMax = 2100;

/**
 * A reader for one mapping: it remembers the zone's distance from UTC by the hour, since a file
 * holds few of them.
 */
export function timeReader({
  dayOrder,
  timeZone,
}: Mapping): (text: string, firstDay?: number | null) => { ok: true; at: Date } | { ok: false } {
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
  return (given, firstDay = null) => {
    if (given.length > textCharactersMax) return unknown;
    const text = firstDay === null ? given : (serialText(given, firstDay) ?? given);
    const parts = partsOf(inNumbers(text), dayOrder);
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
      parts.minute < 60 &&
      parts.second < 60;
    if (!exists || parts.year < yearMin || parts.year > yearMax) return unknown;
    return {
      ok: true,
      at: new Date(parts.offsetMs === null ? toUtc(local) : local - parts.offsetMs),
    };
  };
}

const serial = /^\d{5}(?:\.\d{1,20})?$/;

/**
 * A bare number of a workbook in a column of days, without a form that shows it as one. Null: it is
 * no day.
 */
function serialText(text: string, firstDay: number): string | null {
  if (!serial.test(text)) return null;
  const seconds = Math.round((Number(text) - firstDay) * 86_400);
  return new Date(seconds * 1000).toISOString().slice(0, 19);
}

/**
 * One kind of space, no day of the week, and the month as a number: a day whose month is named has
 * its order.
 */
function inNumbers(text: string): string {
  const plain = text
    .replaceAll(/[\s\u200b\ufeff]+/g, ' ')
    .trim()
    .replace(weekday, '');
  const [, day, name = '', year = '', rest = ''] = dayThenMonth.exec(plain) ?? [];
  if (day !== undefined) return named(year, name, day, rest);
  const [, first = '', second = '', last = '', after = ''] = monthThenDay.exec(plain) ?? [];
  return first === '' ? plain : named(last, first, second, after);
}

/** A date of month 0, which no date has, where no month is called so. */
function named(year: string, name: string, day: string, rest: string): string {
  const word = name
    .normalize('NFD')
    .replaceAll(/[^a-z]/gi, '')
    .toLowerCase();
  const month = months.findIndex((starts) => starts.some((start) => word.startsWith(start))) + 1;
  const full = year.length === 2 ? `20${year}` : year;
  return `${full}-${month}-${day}${rest}`;
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
  const [, days, inYear, lastYear] = compactYearLast.exec(text) ?? [];
  if (order === 'dmy' && days !== undefined) return partsOf(`${lastYear}-${inYear}-${days}`, order);
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
  // 26/04/03: three numbers that may each be the year.
  if (order === 'ymd' && year.length === 2) return null;
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
  const found = clock.exec(withMinutes(text.trim()));
  if (found === null) return null;
  const [, hours, minutes, seconds = '0', fraction = '0', half, zone] = found;
  if (half !== undefined && (Number(hours) < 1 || Number(hours) > 12)) return null;
  const hour =
    half === undefined ? Number(hours) : (Number(hours) % 12) + (/^p/i.test(half) ? 12 : 0);
  const ms = Math.floor(Number(`0.${fraction}`) * 1000);
  return {
    hour,
    minute: Number(minutes),
    second: Number(seconds),
    ms,
    offsetMs: zone === undefined ? null : offsetOf(zone),
  };
}

/** `10 h 30`, as French is printed, and `10 h`. */
const withMinutes = (text: string): string =>
  text.replace(/^(\D{0,4}\d{1,2}) ?h ?(?=\d|$)/i, '$1h').replace(/^(\D{0,4}\d{1,2}h)$/i, '$100');

function offsetOf(zone: string): number {
  const [, sign, hours, minutes] = /([+-])(\d{1,2}):?(\d{2})?$/.exec(zone) ?? [];
  const size = (Number(hours ?? 0) * 60 + Number(minutes ?? 0)) * 60_000;
  return sign === '-' ? -size : size;
}
