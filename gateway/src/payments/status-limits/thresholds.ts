// Thresholds of status queries (rule S2), as the installation configures them; their defaults are
// in config.ts.

export interface StatusLimitThresholds {
  /** Status requests a minute for one transaction from one address. */
  perMinute: number;
  /** So many refusals within `refusalWindowMs` put account and address on the blacklist. */
  refusalsBeforeBlock: number;
  refusalWindowMs: number;
  blockMs: number;
}
