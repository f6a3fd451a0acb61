// Says what a run took, of the clock and of the processors.

import { readFileSync } from 'node:fs';

/** Linux counts in hundredths of a second, whatever the machine. */
const ticksPerSecond = 100;

export function describeCost(elapsedMs: number): string {
  const clock = `Took ${(elapsedMs / 1_000).toFixed(0)} s`;
  const processors = processorSeconds();
  return processors === null ? clock : `${clock}, and ${processors.toFixed(0)} s of processor time`;
}

/** Of this process and of all that it and its children have waited for; null where the system does not say. */
function processorSeconds(): number | null {
  try {
    const stat = readFileSync('/proc/self/stat', 'utf8');
    // The name before may hold anything; utime, stime, cutime, cstime are the fields 14 to 17 of proc_pid_stat(5).
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks), 0) / ticksPerSecond;
  } catch {
    return null;
  }
}
