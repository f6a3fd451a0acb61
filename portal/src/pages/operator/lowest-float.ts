// Which float ends first: by the forecast where one is known, else by its share of the minimum that
// is set for it, else by its amount. One below zero is nobody's who books deposits, and says
// nothing.

interface Float {
  amount: string;
  hoursLeft: number | null;
  minimum: string | null;
}

/** Null where there is none. */
export function lowestFloat<Each extends Float>(floats: readonly Each[]): Each | null {
  const known = floats.filter(({ amount }) => Number(amount) >= 0);
  const shareOf = ({ amount, minimum }: Float): number => Number(amount) / Number(minimum);
  return (
    leastBy(known, ({ hoursLeft }) => hoursLeft) ??
    leastBy(known, (each) => (each.minimum === null ? null : shareOf(each))) ??
    leastBy(known, ({ amount }) => Number(amount))
  );
}

/** The first of the least; those of which it is not known do not count. */
function leastBy<Each>(all: readonly Each[], of: (each: Each) => number | null): Each | null {
  let least: { each: Each; value: number } | null = null;
  for (const each of all) {
    const value = of(each);
    if (value !== null && (least === null || value < least.value)) least = { each, value };
  }
  return least?.each ?? null;
}
