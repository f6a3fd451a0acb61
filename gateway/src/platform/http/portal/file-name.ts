// The day in the name of a file, as its reader counts days.

/**
 * `2026-03-01`, of a moment in a time zone: a day that begins east of Greenwich is still the one
 * before in UTC.
 */
export const dayInName = (moment: Date, timeZone: string): string =>
  new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeZone }).format(moment);
