// Periods that are chosen by name in place of two dates. Days are those of the user's time zone.

import { dayBefore } from '../language/format.ts';

export const presets = ['all', 'today', 'yesterday', 'week', 'month'] as const;
export type Preset = (typeof presets)[number];

/** Days as `2026-11-29`, both included; '' is open. */
export interface Days {
  from: string;
  until: string;
}

/**
 * First and last day, counted back from today; null: open, so that a period goes on with the days.
 */
const back: { readonly [preset in Exclude<Preset, 'all'>]: [first: number, last: number | null] } =
  {
    today: [0, null],
    yesterday: [1, 1],
    week: [6, null],
    month: [29, null],
  };

/** The days of a preset. `now` in ms since 1970. */
export function presetDays(preset: Preset, now: number, timeZone: string): Days {
  if (preset === 'all') return { from: '', until: '' };
  const [first, last] = back[preset];
  return {
    from: dayBefore(now, timeZone, first),
    until: last === null ? '' : dayBefore(now, timeZone, last),
  };
}

/** The preset with these days. */
export function periodOf(days: Days, now: number, timeZone: string): Preset | 'custom' {
  const found = presets.find((preset) => {
    const { from, until } = presetDays(preset, now, timeZone);
    return from === days.from && until === days.until;
  });
  return found ?? 'custom';
}
