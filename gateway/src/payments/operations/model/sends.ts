// What stands between a committed attempt and its first byte: the send journal, and the doors that
// are closed while the database does not know what was sent (decision 0040).

import type { Attempt, OperationTerms } from './operation.ts';

export interface Sends {
  /** Why nothing may be initiated on this route now; null: it may. */
  refusal(route: string): string | null;
  /**
   * Whether an operation of this external id was sent and a restored database has forgotten it:
   * another one would pay twice.
   */
  isForgotten(accountId: number, externalId: string): boolean;
  /** Writes the attempt to the send journal. False: its bytes must not leave now. */
  note(terms: OperationTerms, attempt: Attempt): Promise<boolean>;
}

/** While a route is closed its operations are looked at again after this long. */
export const closedRetryMs = 30_000;
