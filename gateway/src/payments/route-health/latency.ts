// Counts durations in classes that double, so that nodes and minutes add up and a percentile costs
// nothing. Pure.

/** Upper end of the first class, ms. */
const firstMs = 25;
/** The last one begins at 27 minutes. */
const classes = 18;

/** How many durations fell into each class. */
export type Durations = number[];

export const noDurations = (): Durations => [];

/** Adds one, in place. */
export function addDuration(durations: Durations, ms: number): void {
  const place = ms <= firstMs ? 0 : Math.min(classes - 1, Math.ceil(Math.log2(ms / firstMs)));
  while (durations.length <= place) durations.push(0);
  durations[place]! += 1;
}

/** Adds all of `more` to `durations`, in place. */
export function addDurations(durations: Durations, more: readonly number[]): void {
  while (durations.length < more.length) durations.push(0);
  for (const [place, count] of more.entries()) durations[place]! += count;
}

export const countOf = (durations: readonly number[]): number =>
  durations.reduce((sum, count) => sum + count, 0);

/**
 * The duration that a share of all do not exceed, ms, estimated within its class; null without any.
 */
export function percentileMs(durations: readonly number[], share: number): number | null {
  const total = countOf(durations);
  if (total === 0) return null;
  let left = share * total;
  for (const [place, count] of durations.entries()) {
    if (count > 0 && left <= count) {
      const from = place === 0 ? 0 : firstMs * 2 ** (place - 1);
      const to = firstMs * 2 ** place;
      return Math.round(from + (to - from) * (left / count));
    }
    left -= count;
  }
  return firstMs * 2 ** (durations.length - 1);
}
