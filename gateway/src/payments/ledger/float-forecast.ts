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
/** With less, one odd day would be the forecast. */
const weeksMin = 2;
const aheadHours = 2 * hoursOfWeek;

/** `hours`: of this float; those that are absent took nothing. Null: too little is known. Pure. */
export function forecastFloat(
  amount: bigint,
  hours: readonly Pick<FloatHour, 'hour' | 'spent'>[],
  now: Date,
): FloatForecast | null {
  const present = Math.floor(now.getTime() / hourMs);
  const spent = new Map(hours.map((each) => [each.hour.getTime() / hourMs, each.spent]));
  const first = [...spent.keys()].reduce((one, other) => Math.min(one, other), present);
  const weeks = Math.min(floatWeeks, Math.floor((present - first) / hoursOfWeek));
  if (weeks < weeksMin) return null;
  let left = amount;
  let hoursLeft: number | null = amount <= 0n ? 0 : null;
  let lowest = 0n;
  for (let ahead = 0; ahead < aheadHours; ahead += 1) {
    const slot = present + ahead - (Math.floor(ahead / hoursOfWeek) + 1) * hoursOfWeek;
    const usual = median(
      Array.from({ length: weeks }, (_, week) => spent.get(slot - week * hoursOfWeek) ?? 0n),
    );
    left -= usual;
    if (hoursLeft === null && left <= 0n) hoursLeft = ahead;
    if (ahead < hoursOfWeek && left < lowest) lowest = left;
  }
  return { hoursLeft, missing: lowest < 0n ? -lowest : null };
}

/** Of an even number the higher one of the two in the middle: rather too early than too late. */
function median(values: bigint[]): bigint {
  const sorted = values.toSorted((one, other) => Number(one - other));
  return sorted[Math.floor(sorted.length / 2)]!;
}

export interface ForecastOf extends ProviderFloat {
  /** Null: too little is known. */
  forecast: FloatForecast | null;
}

/** Six weeks of hours are many rows, and change by the hour. */
const hoursKeptMs = 300_000;

/** All floats as they are now, with how long each lasts. `keptMs`: how old what is known of the past weeks may be. */
export function createForecastReader(
  database: Database,
  keptMs = hoursKeptMs,
): () => Promise<ForecastOf[]> {
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
      return { ...float, forecast: forecastFloat(amount, own, now) };
    });
  };
}
