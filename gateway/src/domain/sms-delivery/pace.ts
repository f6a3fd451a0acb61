// How much happened a moment ago?

export interface Pace {
  note(): void;
  /** In the last full span, or in the present one if that is more. */
  count(): number;
}

export function createPace(spanMs: number): Pace {
  let since = performance.now();
  let current = 0;
  let before = 0;
  const turn = (): void => {
    const elapsedMs = performance.now() - since;
    if (elapsedMs < spanMs) return;
    before = elapsedMs < 2 * spanMs ? current : 0;
    current = 0;
    since = performance.now();
  };
  return {
    note() {
      turn();
      current++;
    },
    count() {
      turn();
      return Math.max(current, before);
    },
  };
}
