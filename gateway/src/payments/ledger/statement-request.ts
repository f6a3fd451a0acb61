// The statement that somebody asks for.

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
