// Decides how much of a wait was this process's own silence: it was frozen, or busy in one turn of
// its event loop, and would have heard no answer. What others take for their answers is counted
// without it, by whoever waits for them.

/** Later than this, and half of what was planned, a timer is not merely behind others. */
const behindMs = 50;
const lateShare = 0.5;
/**
 * The share of a silent wait that counts all the same: so a process that is always late does not
 * wait for ever.
 */
const countedShare = 0.25;
const countedMinMs = 10;

/**
 * `plannedMs`: after which a timer was to run; `passedMs`: after which it ran. Both in ms of a
 * clock that never goes back.
 */
export function silenceMs(plannedMs: number, passedMs: number): number {
  const inTime = passedMs <= plannedMs * (1 + lateShare) + behindMs;
  return inTime ? 0 : passedMs - Math.max(plannedMs * countedShare, countedMinMs);
}
