// Says what a run took, of the clock and of the processors.

import { cpus } from 'node:os';

/**
 * The time of all that the machine does: a process that outlives who has started it is part of a
 * run's cost, and counted nowhere else.
 */
function busyMs(): number {
  return cpus().reduce(
    (sum, { times: { user, nice, sys, irq } }) => sum + user + nice + sys + irq,
    0,
  );
}

const busyBefore = busyMs();

/** Since this process began. */
export function describeCost(): string {
  const seconds = (ms: number): string => `${(ms / 1_000).toFixed(0)} s`;
  return `Took ${seconds(performance.now())}, and ${seconds(busyMs() - busyBefore)} of the machine's processor time`;
}
