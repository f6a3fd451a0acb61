// Formats amounts, dates and numbers by `Intl` alone, with the currency's own country and the
// user's time zone. An amount never becomes a floating-point number on the way.

import { lengthOfTime } from '../../../contract/src/messages/length-of-time.ts';
import type { Language } from '@jokko/contract';

/** What everything shown depends on: the user's choice. */
export interface Locale {
  language: Language;
  /** IANA name, e.g. `Africa/Dakar`. */
  timeZone: string;
}

const countries: Record<string, string> = {
  XOF: 'SN',
  XAF: 'CM',
  GNF: 'GN',
  GHS: 'GH',
  NGN: 'NG',
  EUR: 'FR',
  USD: 'US',
};
const made = new Map<string, Intl.NumberFormat | Intl.DateTimeFormat | Intl.RelativeTimeFormat>();

/** Formats are dear to make and few, so each is made once. */
function once<T extends Intl.NumberFormat | Intl.DateTimeFormat | Intl.RelativeTimeFormat>(
  key: string,
  make: () => T,
): T {
  let format = made.get(key);
  if (format === undefined) made.set(key, (format = make()));
  return format as T;
}

export interface MoneyForm {
  /**
   * Digits after the point at least, so that amounts below each other have the same number of them.
   */
  decimals?: number;
  /** `1 500 XOF`: where amounts of several currencies stand together, whose signs look alike. */
  code?: boolean;
}

/**
 * `1 500 000 F CFA`: an amount in units of its currency, exact, as it comes from the interface
 * ("1500000" or "12.5").
 */
export function formatMoney(
  { language }: Locale,
  amount: string | number | bigint,
  currency: string,
  { decimals = 0, code = false }: MoneyForm = {},
): string {
  const locale = `${language}-${countries[currency] ?? 'SN'}`;
  const form = {
    style: 'currency',
    currency,
    maximumFractionDigits: 4,
    currencyDisplay: code ? 'code' : 'symbol',
  } as const;
  const format = once(`money ${locale} ${currency} ${decimals} ${code}`, () => {
    const usual = new Intl.NumberFormat(locale, form);
    const { minimumFractionDigits = 0 } = usual.resolvedOptions();
    return decimals <= minimumFractionDigits
      ? usual
      : new Intl.NumberFormat(locale, { ...form, minimumFractionDigits: decimals });
  });
  return format.format(amount as Intl.StringNumericLiteral);
}

/** A plain number; text is formatted digit by digit. */
export function formatNumber(
  { language }: Locale,
  value: string | number | bigint,
  digits = 2,
): string {
  const format = once(
    `number ${language} ${digits}`,
    () => new Intl.NumberFormat(language, { maximumFractionDigits: digits }),
  );
  return format.format(value as Intl.StringNumericLiteral);
}

/** A share between 0 and 1 as a percentage. */
export function formatShare({ language }: Locale, share: number): string {
  return once(
    `share ${language}`,
    () => new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 1 }),
  ).format(share);
}

/**
 * What became more or less than before, as a share of it, with its sign: `+12 %`, `-3 %`, `0 %`;
 * '–' where there was nothing.
 */
export function formatChange(
  { language }: Locale,
  now: string | number,
  before: string | number,
): string {
  if (Number(before) <= 0) return '–';
  return once(
    `change ${language}`,
    () =>
      new Intl.NumberFormat(language, {
        style: 'percent',
        maximumFractionDigits: 1,
        signDisplay: 'exceptZero',
      }),
  ).format(Number(now) / Number(before) - 1);
}

export type Moment = 'day' | 'minute' | 'second' | 'clock';
const moments: Record<Moment, Intl.DateTimeFormatOptions> = {
  day: { dateStyle: 'medium' },
  minute: { dateStyle: 'medium', timeStyle: 'short' },
  second: { dateStyle: 'medium', timeStyle: 'medium' },
  clock: { timeStyle: 'short' },
};

/** A moment in the user's time zone. */
export function formatMoment(
  { language, timeZone }: Locale,
  at: string | number | Date,
  precision: Moment = 'minute',
): string {
  const locale = language === 'en' ? 'en-GB' : 'fr';
  const format = once(
    `moment ${locale} ${timeZone} ${precision}`,
    () => new Intl.DateTimeFormat(locale, { ...moments[precision], timeZone }),
  );
  return format.format(new Date(at));
}

/** A calendar day that belongs to no time zone, `2026-11-21`. */
export function formatDay({ language }: Locale, day: string): string {
  return formatMoment({ language, timeZone: 'UTC' }, `${day}T00:00:00Z`, 'day');
}

const units: [Intl.RelativeTimeFormatUnit, number][] = [
  ['year', 31_557_600_000],
  ['month', 2_629_800_000],
  ['week', 604_800_000],
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
  ['second', 1_000],
];

/** "il y a 5 minutes"; below ten seconds "maintenant". */
export function formatAgo({ language }: Locale, at: string | number | Date, now: number): string {
  const format = once(
    `ago ${language}`,
    () => new Intl.RelativeTimeFormat(language, { numeric: 'auto' }),
  );
  const distance = new Date(at).getTime() - now;
  if (Math.abs(distance) < 10_000) return format.format(0, 'second');
  const [unit, size] = units.find(([, ms]) => Math.abs(distance) >= ms) ?? ['second', 1_000];
  return format.format(Math.trunc(distance / size), unit);
}

/**
 * How long something takes or lasts, every one in the portal: `345 ms`, `3,2 s`, then as
 * `lengthOfTime` says.
 */
export function formatDuration(locale: Locale, ms: number): string {
  const of = (value: string, unit: string): string => `${value}\u00a0${unit}`;
  if (ms > 0 && ms < 999.5) return of(formatNumber(locale, ms, ms < 10 ? 1 : 0), 'ms');
  if (ms < 59_950) return of(formatNumber(locale, ms / 1_000, 1), 's');
  return lengthOfTime(ms / 1_000, locale.language, '\u00a0');
}

/** The name of a country by its ISO 3166 code. */
export function formatCountry({ language }: Locale, code: string): string {
  let names = countryNames.get(language);
  if (names === undefined)
    countryNames.set(language, (names = new Intl.DisplayNames(language, { type: 'region' })));
  return names.of(code) ?? code;
}

const countryNames = new Map<Language, Intl.DisplayNames>();

/** The first and last moment of a calendar day in a time zone, as ISO texts (the end excluded). */
export function dayBounds(day: string, timeZone: string): { from: string; until: string } {
  return { from: startOfDay(day, timeZone), until: startOfDay(nextDay(day), timeZone) };
}

function nextDay(day: string): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + 86_400_000).toISOString().slice(0, 10);
}

function startOfDay(day: string, timeZone: string): string {
  return momentIn(`${day}T00:00`, timeZone);
}

/**
 * The moment, as ISO text, at which clocks of a time zone show `local`, such as `2026-12-24T09:00`.
 */
export function momentIn(local: string, timeZone: string): string {
  const guess = Date.parse(`${local}Z`);
  // Twice: the offset may change between the guess and the result.
  const first = guess - offsetMs(guess, timeZone);
  return new Date(guess - offsetMs(first, timeZone)).toISOString();
}

/** The calendar day in a time zone, `days` before the moment `at`, as `2026-12-24`. */
export function dayBefore(at: number, timeZone: string, days: number): string {
  return new Date(at + offsetMs(at, timeZone) - days * 86_400_000).toISOString().slice(0, 10);
}

function offsetMs(at: number, timeZone: string): number {
  const options: Intl.DateTimeFormatOptions = {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  };
  const format = once(`offset ${timeZone}`, () => new Intl.DateTimeFormat('en-US', options));
  const part = Object.fromEntries(
    format.formatToParts(at).map(({ type, value }) => [type, Number(value)]),
  );
  const local = Date.UTC(
    part['year']!,
    part['month']! - 1,
    part['day'],
    part['hour'],
    part['minute'],
    part['second'],
  );
  return local - Math.floor(at / 1_000) * 1_000;
}
