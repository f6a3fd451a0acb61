// Remembers final results. A callback may come before the answer to its order, and Medusa asks for
// the payment right after it: the API answers three status queries a minute.

import type { PaymentRecord } from './record.ts';

const resultsMax = 1_000;

export type Result = Pick<PaymentRecord, 'transactionId' | 'status' | 'error'>;

export interface Results {
  keep(id: string, result: Result): void;
  of(id: string): Result | undefined;
  forget(id: string): void;
}

export function keepResults(): Results {
  const results = new Map<string, Result>();
  return {
    keep(id, { transactionId, status, error }) {
      // Callbacks may come late: what was given back does not succeed again.
      const known = results.get(id)?.status;
      if (known === 'REFUNDED' || known === 'CANCELED') return;
      const [oldest] = results.keys();
      if (results.size >= resultsMax && oldest !== undefined) results.delete(oldest);
      results.set(id, { transactionId, status, error });
    },
    of: (id) => results.get(id),
    forget: (id) => void results.delete(id),
  };
}
