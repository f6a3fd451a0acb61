// Types of a provider's own record of a day, for the reconciliation.

/**
 * One line of a provider's own record of a day, for the reconciliation. Amounts in ten-thousandths.
 */
export interface StatementLine {
  /** The provider's id of what it did. */
  theirs: string;
  /** Our reference, where it repeats it. */
  ours?: string;
  /** In the provider's own words, for people. */
  type: string;
  /** Seen from our account there. */
  direction: 'in' | 'out';
  amount: bigint;
  /** What it kept for itself. */
  fee: bigint;
  currency: string;
  status: 'succeeded' | 'failed' | 'reversed';
  /** ms since 1970. */
  atMs: number;
  party?: string;
}

/** What a statement says of the account beside its lines. Ten-thousandths; null: it says none. */
export interface StatedBalance {
  currency: string;
  opening: bigint | null;
  closing: bigint | null;
}

/** What is told after the last line of a day. */
export interface StatementDay {
  /** The offset of the clock by which the day is a day; absent: UTC. */
  utcOffsetMinutes?: number;
  /**
   * What proves it whole: opening and lines make the closing, and the day before closed with the
   * opening.
   */
  balances?: StatedBalance[];
}
