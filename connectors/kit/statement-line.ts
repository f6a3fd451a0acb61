// Type of a line of a provider's own record, for the reconciliation.

/** One line of a provider's own record of a day, for the reconciliation. Amounts in ten-thousandths. */
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
