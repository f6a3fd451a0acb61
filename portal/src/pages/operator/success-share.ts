// Share of payments that succeeded, of all that have a result or should have one by now: an outage
// leaves payments without a result, and none of them is left out. The one place that divides.

export interface Decided {
  succeeded: number;
  failed: number;
  /** Unknown, or overdue. */
  hanging: number;
}

/** From 0 to 1; null where nothing is due. */
export function successShare({ succeeded, failed, hanging }: Decided): number | null {
  const due = succeeded + failed + hanging;
  return due === 0 ? null : succeeded / due;
}

/** The sum of several hours or routes together. */
export const sumDecided = (all: readonly Decided[]): Decided => ({
  succeeded: all.reduce((sum, each) => sum + each.succeeded, 0),
  failed: all.reduce((sum, each) => sum + each.failed, 0),
  hanging: all.reduce((sum, each) => sum + each.hanging, 0),
});
