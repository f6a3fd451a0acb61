// How late this process was: a machine that is busy with something else may let it stand still for
// seconds, and what it measures between two events of its own is then wrong by as much.

const tickMs = 20;

export interface Lateness {
  /** The longest time for which this process stood still since the watch began, ms. */
  mostMs(): number;
  stop(): void;
}

export function watchLateness(): Lateness {
  let tickedAt = performance.now();
  let mostMs = 0;
  const look = (): number => {
    const now = performance.now();
    mostMs = Math.max(mostMs, now - tickedAt - tickMs);
    return now;
  };
  const timer = setInterval(() => (tickedAt = look()), tickMs);
  timer.unref();
  return {
    mostMs() {
      // A process that has just woken may look before its timer does.
      look();
      return mostMs;
    },
    stop: () => clearInterval(timer),
  };
}
