// Checks the totals: what the file says moved is the sum of what matched and of each class of
// discrepancies, in every currency.

import type { Session, Statement } from '../../platform/db/database.ts';
import { statementsBefore, type StatementBefore } from './proofs.ts';

export interface ClassSum {
  currency: string;
  /**
   * A class of discrepancies, `matched`, `ignored` (named by them as not executed, and not executed
   * for us either) or `repeated` (the row of another file).
   */
  class: string;
  lines: number;
  /** Signed ten-thousandths: what came to us is above zero. */
  theirs: bigint;
  ours: bigint;
  fees: bigint;
  /** Rows whose fee is not checked count as stated. */
  feesExpected: bigint;
}

export interface CurrencyTotal {
  currency: string;
  lines: number;
  /** Counted while the file was read. */
  amount: bigint;
  fees: bigint;
  /** What the fees should be by what the providers told and what was agreed. */
  feesExpected: bigint;
  /** Balances that the statement gives; null: none. */
  opening: bigint | null;
  closing: bigint | null;
  /** The sums of all classes together. */
  theirs: bigint;
  ours: bigint;
  /**
   * Whether the classes add up to `amount` and `fees`, and with them the stated opening to the
   * stated closing.
   */
  addsUp: boolean;
  closes: boolean | null;
  /** What the stated opening and the rows make; null: no opening is stated. */
  closingCounted: bigint | null;
  /** The statement before it, where it said what it closed with. */
  before: Omit<StatementBefore, 'currency'> | null;
  /** Whether that is what this one opens with; null: one of both is not stated. */
  continues: boolean | null;
}

const selectSums: Statement = {
  name: 'list_reconciliation_sums',
  text: `select currency, class, lines, theirs, ours, fees, fees_expected as "feesExpected"
    from reconciliation_sum where file_id = $1 order by currency, class`,
};
const selectTotals: Statement = {
  name: 'list_reconciliation_totals',
  text: 'select currency, lines, amount, fees, opening, closing from reconciliation_total where file_id = $1 order by currency',
};

type Stored = Pick<CurrencyTotal, 'currency' | 'lines' | 'amount' | 'fees' | 'opening' | 'closing'>;

export async function readSums(
  session: Session,
  fileId: number,
): Promise<{ sums: ClassSum[]; totals: CurrencyTotal[] }> {
  const sums = await session.query<ClassSum>(selectSums, [fileId]);
  const stored = await session.query<Stored>(selectTotals, [fileId]);
  const before = await statementsBefore(session, fileId);
  return { sums, totals: stored.map((total) => proved(total, sums, before)) };
}

function proved(
  total: Stored,
  all: readonly ClassSum[],
  statements: readonly StatementBefore[],
): CurrencyTotal {
  const sums = all.filter(({ currency }) => currency === total.currency);
  const sumOf = (name: 'theirs' | 'ours' | 'fees' | 'feesExpected'): bigint =>
    sums.reduce((sum, one) => sum + one[name], 0n);
  const { opening, closing, amount, fees } = total;
  const before = statements.find(({ currency }) => currency === total.currency) ?? null;
  const closingCounted = opening === null ? null : opening + amount - fees;
  return {
    ...total,
    theirs: sumOf('theirs'),
    ours: sumOf('ours'),
    feesExpected: sumOf('feesExpected'),
    addsUp: sumOf('theirs') === amount && sumOf('fees') === fees,
    closes: closingCounted === null || closing === null ? null : closingCounted === closing,
    closingCounted,
    before,
    continues: opening === null || before === null ? null : before.closing === opening,
  };
}
