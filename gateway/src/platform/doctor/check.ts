// Type of a doctor check: the statement of an invariant and the query that lists its
// violations.

import type { Session } from '../db/database.ts';

/**
 * What a check has before it. `whole`: all rows of the database. `part`: the tables of operations
 * and the ledger (`transfer` and so on) are those of some operations and of a stretch of each
 * account's ledger, complete for each of them; the full tables are `public.transfer` and so on.
 */
export type CheckScope = 'whole' | 'part';

/**
 * Tables with rows of one owner (an SMS batch, say), each by the column with its number, which an
 * index begins with. Where rows stand for themselves, the columns of their key: `file_id, number`.
 */
export interface OwnerTables {
  readonly [table: string]: string;
}

/** A query of a check that is read apart from its others. */
export type CheckPart =
  | { reach: OwnerTables; sql: string }
  /**
   * `transfer` has those of a stretch of time alone. `time` answers from when until when, as `from`
   * and `until`: null where nothing is to be read.
   */
  | { reach: 'transfers'; time: string; sql: string };

/** `sql` answers one row `example` (text) for every violation, in any order. */
export interface Check {
  /** Number of the invariant: I-01 and so on. */
  id: string;
  statement: string;
  sql: string | ((scope: CheckScope) => string);
  /**
   * Where the database is read in parts: `rows` (default) checks each part by itself; `present` the
   * part that is not closed yet, in which all that is open is; `balances` some accounts, with their
   * balances, openings and what has moved since; tables of an owner all rows of some owners; `once`
   * reads all of its tables, which must be small or found by keys.
   */
  reach?: 'rows' | 'present' | 'balances' | 'once' | OwnerTables;
  /** What else is to be read once, of a check whose reach is `rows`. `whole` includes it. */
  alsoOnce?: string;
  /** What else is read, each by its own reach. `whole` includes it. */
  parts?: readonly CheckPart[];
  /**
   * Answers no row where there is nothing yet to be checked: then it is not applicable, for this
   * reason.
   */
  needs?: { sql: string; reason: string };
  /**
   * What no query can tell, as it needs a secret of the installation: one text for every violation,
   * in any order. Told once, with `alsoOnce` where rows are read in parts.
   */
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
