// How long something takes or lasts, from a second on, in its two largest units: `45 s`,
// `3 min 20 s`, `2 h 5 min`, `1 j 4 h` (`1 d 4 h`). Pages and messages say it alike.

const dayUnit = { fr: 'j', en: 'd' };

/** The smaller unit is left out when nothing remains in it. `between`: the space. */
export function lengthOfTime(sec: number, language: 'fr' | 'en', between = ' '): string {
  const two = (whole: number, unit: string, rest: number, restUnit: string): string =>
    [whole, unit, ...(rest === 0 ? [] : [rest, restUnit])].join(between);
  const seconds = Math.round(sec);
  if (seconds < 60) return [seconds, 's'].join(between);
  if (seconds < 3_600) return two(Math.trunc(seconds / 60), 'min', seconds % 60, 's');
  const minutes = Math.round(seconds / 60);
  if (minutes < 1_440) return two(Math.trunc(minutes / 60), 'h', minutes % 60, 'min');
  const hours = Math.round(minutes / 60);
  return two(Math.trunc(hours / 24), dayUnit[language], hours % 24, 'h');
}
