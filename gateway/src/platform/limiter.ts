// Holds back work so that only some of it runs at the same time.

export interface Limiter {
  take<Result>(work: () => Promise<Result>): Promise<Result>;
}

/** At most `max` works at the same time; others wait in the order of their coming. */
export function createLimiter(max: number): Limiter {
  const waiting: (() => void)[] = [];
  let running = 0;
  return {
    async take(work) {
      if (running >= max) await new Promise<void>((resolve) => waiting.push(resolve));
      else running += 1;
      try {
        return await work();
      } finally {
        const next = waiting.shift();
        if (next === undefined) running -= 1;
        else next();
      }
    },
  };
}
