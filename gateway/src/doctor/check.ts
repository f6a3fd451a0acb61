// What is one check of the doctor? A statement of reliability.md section 3 and the query that lists what breaks it.

import type { Session } from '../db/database.ts';

/** `sql` answers one row `example` (text) for every violation, in any order. */
export interface Check {
  /** Number of the invariant in reliability.md section 3. */
  id: string;
  statement: string;
  sql: string;
  /** Answers no row where there is nothing yet to be checked: then it is not applicable, for this reason. */
  needs?: { sql: string; reason: string };
  /** What no query can tell, as it needs a secret of the installation: one text for every violation, in any order. */
  prove?(session: Session): AsyncIterable<string>;
}

/** An invariant that cannot be checked from the tables that exist now. */
export interface Inapplicable {
  id: string;
  statement: string;
  reason: string;
}

/** A list of SQL string literals. Only for constants of our own code. */
export function literals(values: readonly string[]): string {
  return values.map((value) => `'${value}'`).join(', ');
}
