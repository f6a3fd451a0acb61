// Measures what a piece of work costs the processor, for tests that notice a slip by an order of
// magnitude.

const triesMax = 20;

/**
 * In ms of the processor, the least of some tries: the compiler, garbage and a throttled machine
 * only add to it. Ends at the first try below `enoughMs`.
 */
export function leastCpuMs(work: () => unknown, enoughMs: number): number {
  let least = Infinity;
  for (let tries = 0; tries < triesMax && least >= enoughMs; tries += 1) {
    const before = process.cpuUsage();
    work();
    least = Math.min(least, process.cpuUsage(before).user / 1_000);
  }
  return least;
}
