// Type of what a provider tells without being asked, read from a notice or from a file.

import type { Claims, QueryOutcome } from './outcome.ts';

export interface ProviderEvent {
  match: { ours?: string; theirs?: string };
  /** True only when protocol and configuration prove who sent it. */
  authenticated: boolean;
  dedupeKey: string;
  /**
   * What the notice says was moved: a result for another amount, currency or party is not ours and
   * is never booked.
   */
  claims?: Claims;
  /**
   * Booked directly only when authenticated and the capability says bookable; else it triggers a
   * status query.
   */
  outcome?: QueryOutcome;
}
