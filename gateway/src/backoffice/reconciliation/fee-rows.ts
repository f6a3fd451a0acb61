// Ties rows that state a fee of its own to the payment that it was taken for: the payment's line
// states it, as where the file has a column of fees.

import { agreedFee, type Mapping } from './mapping.ts';
import { plainWords } from './plain-words.ts';
import type { StatementLine } from './read-line.ts';
import type { Changed, Reversals } from './reversal-rows.ts';

const fee = /(?:^|[^a-z])(?:frais|fees?|commissions?|charges?|taf|tva|vat|taxe?s?)(?:[^a-z]|$)/;
const labelCharactersMax = 100;

const saysFee = (cell: string): boolean =>
  cell.length <= labelCharactersMax && fee.test(plainWords(cell));

/**
 * Money that went out, or whose way the file calls a fee, with a word for it in any cell: it is one
 * where it fits a payment.
 */
export function feeIn(
  cells: readonly string[],
  line: StatementLine,
  amount: bigint | null,
): StatementLine | null {
  const isUnnamedWay = line.problem?.startsWith('direction: ') ?? false;
  if (line.providerReference === null || !cells.some(saysFee)) return null;
  if (!isUnnamedWay)
    return line.problem === null && line.direction === 'out' && line.status === 'success'
      ? line
      : null;
  return amount === null || amount <= 0n || line.currency === null
    ? null
    : { ...line, amount, direction: 'out', problem: null };
}

export interface FeeRows {
  /**
   * The payment's line with the fee; null: it has not been read so far. `asRead`: the row's own
   * line, where it finds no payment.
   */
  tie(fee: StatementLine, asRead: StatementLine): Changed | null;
  /** A payment's line with the fees that stood before it. */
  withWaiting(line: StatementLine): StatementLine;
  /** Lines of the rows that found no payment, once the file is over. */
  left(): StatementLine[];
}

/** Its rows are shown to it in the order of the file. */
export function createFeeRows(mapping: Mapping, payments: Reversals): FeeRows {
  const waiting = new Map<string, { fee: StatementLine; asRead: StatementLine }[]>();
  const add = (payment: StatementLine, of: StatementLine): StatementLine => ({
    ...payment,
    fee: (payment.fee ?? 0n) + of.amount!,
    feeAgreed: agreedFee(mapping, payment.direction!, payment.amount!, payment.currency!),
  });
  return {
    tie(of, asRead) {
      for (const reference of referencesOf(of)) {
        const was = payments.paymentOf(reference);
        if (was === null || !isFeeOf(of, was)) continue;
        const changed = { was, is: add(was, of) };
        payments.replacePayment(changed);
        return changed;
      }
      const each = { fee: of, asRead };
      for (const reference of referencesOf(of))
        waiting.set(reference, [...(waiting.get(reference) ?? []), each]);
      return null;
    },
    withWaiting(line) {
      const { providerReference, status, problem } = line;
      if (providerReference === null || status !== 'success' || problem !== null) return line;
      const fees = (waiting.get(providerReference) ?? []).filter((each) => isFeeOf(each.fee, line));
      for (const each of fees)
        for (const reference of referencesOf(each.fee))
          waiting.set(
            reference,
            waiting.get(reference)!.filter((other) => other !== each),
          );
      return fees.reduce((payment, each) => add(payment, each.fee), line);
    },
    left: () => [...new Set([...waiting.values()].flat())].map(({ asRead }) => asRead),
  };
}

/** That of the payment, or that with something of its own behind it: `CI240403.1000.A1-F`. */
function referencesOf({ providerReference }: StatementLine): string[] {
  const whole = providerReference!;
  const base = whole.replace(/[-_./ ][A-Za-z0-9]{1,10}$/, '');
  return base === whole ? [whole] : [whole, base];
}

/** School fees are payments, too: the payment that a fee is taken for is larger. */
const isFeeOf = (of: StatementLine, payment: StatementLine): boolean =>
  payment.currency === of.currency &&
  payment.amount !== null &&
  payment.direction !== null &&
  of.amount! < payment.amount;
