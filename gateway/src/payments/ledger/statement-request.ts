// A requested statement: its account and period, and what its first page shows.

import type { StatementPeriod } from './index.ts';

export interface StatementOf {
  account: { id: number; name: string };
  period: StatementPeriod;
  /** Available before the first entry. */
  opening: bigint;
  /** When it is asked for, on the database's clock. */
  madeAt: Date;
  language: 'fr' | 'en';
  timeZone: string;
}
