// Forecasts a float: how long it lasts if each hour of the week takes what it took in the median of
// the last weeks, and what is missing for the next seven days.

import type { Database } from '../../platform/db/database.ts';
import { environment } from '../../platform/environment.ts';
import {
  floatWeeks,
  readFloatHours,
  readFloats,
  type FloatHour,
  type ProviderFloat,
} from './floats.ts';
import { readNow } from '../../platform/db/now.ts';

export interface FloatForecast {
  /** Whole hours; null: longer than two weeks. */
  hoursLeft: number | null;
  /** Ten-thousandths; null: nothing. */
  missing: bigint | null;
}

const hourMs = 3_600_000;
const hoursOfWeek = 168;
/** With fewer weeks, one unusual day would decide the forecast. */
const weeksMin = 2;
const aheadHours = 2 * hoursOfWeek;

/** Forecasts one float from its hours. An hour that is absent took nothing. Null: unknown. Pure. */
export function forecastFloat(
  amount: bigint,
  hours: readonly Pick<FloatHour, 'hour' | 'spent'>[],
  now: Date,
): FloatForecast | null {
  const course = courseOf(amount, hours, now);
  if (course === null) return null;
  const ended = course.findIndex((left) => left <= 0n);
  const lowest = course
    .slice(1, hoursOfWeek + 1)
    .reduce((low, left) => (left < low ? left : low), 0n);
  return {
    hoursLeft: ended < 0 ? null : Math.max(0, ended - 1),
    missing: lowest < 0n ? -lowest : null,
  };
}

/** Returns the float now and after each of the coming hours. Null: too little is known. */
function courseOf(
  amount: bigint,
  hours: readonly Pick<FloatHour, 'hour' | 'spent'>[],
  now: Date,
): bigint[] | null {
  const present = Math.floor(now.getTime() / hourMs);
  const spent = new Map(hours.map((each) => [each.hour.getTime() / hourMs, each.spent]));
  const first = [...spent.keys()].reduce((one, other) => Math.min(one, other), present);
  const weeks = Math.min(floatWeeks, Math.floor((present - first) / hoursOfWeek));
  if (weeks < weeksMin) return null;
  const course = [amount];
  for (let ahead = 0; ahead < aheadHours; ahead += 1) {
    const slot = present + ahead - (Math.floor(ahead / hoursOfWeek) + 1) * hoursOfWeek;
    const usual = median(
      Array.from({ length: weeks }, (_, week) => spent.get(slot - week * hoursOfWeek) ?? 0n),
    );
    course.push(course.at(-1)! - usual);
  }
  return course;
}

/** A point of the chart, one for each day at this hour. */
const stepHours = 24;

interface CoursePoint {
  /** ms since 1970. */
  at: number;
  amount: bigint;
}

/**
 * Returns the forecast float at the beginning of this hour and in steps of the next seven days.
 * Empty: too little is known. Pure.
 */
export function forecastCourse(
  amount: bigint,
  hours: readonly Pick<FloatHour, 'hour' | 'spent'>[],
  now: Date,
): CoursePoint[] {
  const began = Math.floor(now.getTime() / hourMs) * hourMs;
  return (courseOf(amount, hours, now) ?? [])
    .map((left, ahead) => ({ at: began + ahead * hourMs, amount: left }))
    .slice(0, hoursOfWeek + 1)
    .filter((_point, ahead) => ahead % stepHours === 0);
}

/** Takes the higher of two in the middle, so that the forecast warns too early, never too late. */
function median(values: bigint[]): bigint {
  const sorted = values.toSorted((one, other) => Number(one - other));
  return sorted[Math.floor(sorted.length / 2)]!;
}

export interface ForecastOf extends ProviderFloat {
  /** Null: too little is known. */
  forecast: FloatForecast | null;
}

/** The hours of six weeks are kept in memory: they are many rows and change once an hour. */
const hoursKeptMs = 300_000;

/**
 * Returns all floats as they are now, with how long each lasts. `keptMs`: how old the hours of the
 * past weeks may be.
 */
export function createForecastReader(
  database: Database,
  keptMs = hoursKeptMs,
): () => Promise<(ForecastOf & { course: CoursePoint[] })[]> {
  let kept: { at: number; hours: FloatHour[] } | null = null;
  return async () => {
    const at = environment.monotonic();
    if (kept === null || at - kept.at >= keptMs)
      kept = { at, hours: await readFloatHours(database) };
    const { hours } = kept;
    const [floats, now] = await Promise.all([readFloats(database), readNow(database)]);
    return floats.map((float) => {
      const { route, currency, amount } = float;
      const own = hours.filter((each) => each.route === route && each.currency === currency);
      return {
        ...float,
        forecast: forecastFloat(amount, own, now),
        course: forecastCourse(amount, own, now),
      };
    });
  };
}
