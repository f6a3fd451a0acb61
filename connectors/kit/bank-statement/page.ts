// Types of a bank's statement that somebody hands over as a file, whichever form it has: pages, and
// why one cannot be read.

import type { StatementLine } from '../statement-line.ts';
import type { BookedBalance } from './balances.ts';
import type { BankTime } from './bank-time.ts';

/** What is wrong, named for people by whoever shows it. */
export type BankFault =
  | 'amount'
  | 'currency'
  | 'sign'
  | 'date'
  | 'status'
  /** A line of the form that its name promises not. */
  | 'line'
  /** One that cannot be read, one that is missing, or a second one in one message. */
  | 'opening'
  | 'closing'
  | 'balance'
  /** The pages are of more than one account, or of none. */
  | 'account'
  /** One is missing, or does not begin with what the one before ends with. */
  | 'pages'
  /** Its last message says that another one follows: `:62M:`, or a page that is not the last. */
  | 'unfinished'
  | 'twice'
  /** More days than a statement has. */
  | 'days'
  /** Not of whole days: a report within the day, or notices. */
  | 'message'
  | 'xml';

/**
 * A number of each that is known, from 1: of the line in the file, of the statement in it, of the
 * entry in that.
 */
export interface BankPlace {
  line?: number;
  statement?: number;
  entry?: number;
}

export interface BankRefused {
  fault: BankFault;
  place: BankPlace;
}

export interface BankRow {
  line: StatementLine;
  booked: BankTime;
  /** In the file, from 1; later rows have larger ones. */
  number: number;
  /** What the bank says of it. */
  details: string;
}

export interface BankPage {
  place: BankPlace;
  account: string;
  /** The statement's id; empty where it has none. */
  id: string;
  /** Null: it has one alone. */
  page: number | null;
  /** Whether it begins a statement, and ends it. */
  isFirst: boolean;
  isLast: boolean;
  currency: string;
  opening: BookedBalance | null;
  closing: BookedBalance | null;
  /** Oldest first. */
  days: string[];
  rows: BankRow[];
}
