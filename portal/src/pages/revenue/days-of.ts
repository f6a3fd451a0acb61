// The days of a chart from rows of days: a day without a row has earned nothing.

const dayMs = 86_400_000;

interface DaySum {
  /** `2026-11-29`. */
  name: string;
  charged: string;
  margin: string;
}

/** Each at its noon in UTC, which is the same day in all time zones near by. */
export function daysOf(sums: readonly DaySum[]): { at: number; charged: number; margin: number }[] {
  const byNoon = new Map(sums.map((sum) => [Date.parse(`${sum.name}T12:00:00Z`), sum]));
  const noons = [...byNoon.keys()];
  const first = Math.min(...noons);
  const count = sums.length === 0 ? 0 : (Math.max(...noons) - first) / dayMs + 1;
  return Array.from({ length: count }, (_none, index) => {
    const at = first + index * dayMs;
    const sum = byNoon.get(at);
    return { at, charged: Number(sum?.charged ?? 0), margin: Number(sum?.margin ?? 0) };
  });
}
