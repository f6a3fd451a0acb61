// Validates a configured rate and turns it into a limit that the core enforces.

import type { Capabilities } from './connector.ts';

/** An absent rate is no limit; any other must be a number above zero. */
export function isRate(value: unknown): boolean {
  return value === undefined || (typeof value === 'number' && Number.isFinite(value) && value > 0);
}

/** To be spread into `Capabilities.limits`. */
export function rateLimit(
  ratePerSec: number | undefined,
): Pick<Capabilities['limits'], 'ratePerSec'> {
  return ratePerSec === undefined ? {} : { ratePerSec };
}
