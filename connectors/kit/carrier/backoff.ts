// How long to wait before a carrier is tried again that could not be used.

/** First and longest wait, in milliseconds. */
export interface Backoff {
  first: number;
  max: number;
}

/**
 * A wait is between 80 and 120 % of what the doubling says, so that nodes do not come back all at
 * once.
 */
const jitterShare = 0.2;

/** `failures`: in a row before this one. */
export function waitAfter({ first, max }: Backoff, failures: number): number {
  const doubled = Math.min(max, first * 2 ** Math.min(failures, 30));
  return doubled * (1 - jitterShare + Math.random() * 2 * jitterShare);
}
