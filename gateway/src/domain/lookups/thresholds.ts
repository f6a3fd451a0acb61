// How many look-ups are too many (rule S2)? The installation's numbers; what they are where nobody says otherwise is in config.ts.

export interface LookUpThresholds {
  /** Look-ups a minute for one transaction from one address. */
  perMinute: number;
  /** So many refusals within `refusalWindowMs` put account and address on the blacklist. */
  refusalsBeforeBlock: number;
  refusalWindowMs: number;
  blockMs: number;
}
