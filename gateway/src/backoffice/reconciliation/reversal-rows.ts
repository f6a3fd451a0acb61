// Recognizes rows that take a payment of the same file back, whatever word or sign says so, and
// which of both is the payment.

import { plainWords } from './plain-words.ts';
import type { StatementLine } from './read-line.ts';

const takenBack =
  /(?:^|[^a-z])(?:annul(?:ee?s?|ation)|cancell?(?:ed|ation)|revers(?:ed|al)|contre.?pass(?:ee?|ation)|extourn(?:ee?)?|void(?:ed)?)(?:[^a-z]|$)/;

/**
 * Whether a status says that a payment was taken back, or was never made: the payment beside it
 * tells which.
 */
export const saysTakenBack = (status: string): boolean =>
  takenBack.test(plainWords(status.slice(0, 100)));

/**
 * Rows of one reference. `cancelled` waits for its payment; `taken`: the payment was taken back,
 * which happens once.
 */
interface Known {
  payment: StatementLine | null;
  cancelled: StatementLine | null;
  taken: boolean;
}

export interface Reversals {
  take(line: StatementLine, isTakenBack: boolean): Taken;
  /** The executed payment of a reference of the provider; null: none so far. */
  paymentOf(providerReference: string): StatementLine | null;
  replacePayment(changed: Changed): void;
}

/** A line of a row before, as another row changes it. */
export interface Changed {
  was: StatementLine;
  is: StatementLine;
}

/**
 * The line as it counts; null: the row is none of its own. `earlier`: of a row before it, since the
 * newest rows may stand first.
 */
export interface Taken {
  line: StatementLine | null;
  earlier: Changed | null;
}

/** Its lines are shown to it in the order of the file. */
export function createReversals(): Reversals {
  const known = new Map<string, Known>();
  /**
   * By our reference alone only what came before: one may stand for a try that was cancelled and
   * another that succeeded.
   */
  const find = (keys: readonly string[], half: 'payment' | 'cancelled', line: StatementLine) => {
    for (const key of keys) {
      const entry = known.get(key);
      const other = entry?.[half] ?? null;
      if (
        entry?.taken === true ||
        other === null ||
        other.amount !== line.amount ||
        other.currency !== line.currency
      )
        continue;
      const [payment, cancelled] = half === 'payment' ? [other, line] : [line, other];
      if (key.startsWith('theirs') || isOlder(payment, cancelled)) return other;
    }
    return null;
  };
  const keep = (keys: readonly string[], kept: Partial<Known>): void => {
    for (const key of keys) {
      const entry = known.get(key) ?? { payment: null, cancelled: null, taken: false };
      known.set(key, { ...entry, ...kept });
    }
  };
  return {
    paymentOf: (reference) => known.get(theirs(reference))?.payment ?? null,
    replacePayment({ was, is }) {
      const keys = keysOf(was);
      keep(
        keys.filter((key) => known.get(key)?.payment === was),
        { payment: is },
      );
    },
    take(line, isTakenBack) {
      const { problem, amount, status } = line;
      const keys = keysOf(line);
      if (problem !== null || amount === null || amount === 0n || keys.length === 0)
        return { line, earlier: null };
      if (isTakenBack || status === 'reversed') {
        const payment = find(keys, 'payment', line);
        if (payment === null) keep(keys, { cancelled: line });
        else keep(keysOf(payment), { taken: true });
        return { line: payment === null ? line : reversalOf(line, payment), earlier: null };
      }
      if (status !== 'success') return { line, earlier: null };
      const cancelled = find(keys, 'cancelled', line);
      const before = find(keys.slice(0, 1), 'payment', line);
      if (cancelled === null && before !== null && isOpposite(before, line)) {
        keep(keys, { taken: true });
        if (isOlder(before, line)) return { line: reversalOf(line, before), earlier: null };
        keep(keys, { payment: line });
        return { line, earlier: reversed(before, line) };
      }
      keep(keys, { payment: line, cancelled: null, taken: cancelled !== null });
      return { line, earlier: cancelled === null ? null : reversed(cancelled, line) };
    },
  };
}

const theirs = (reference: string): string => `theirs ${reference}`;

/** The provider's reference comes first: one of ours may stand for attempts that failed, too. */
const keysOf = ({ providerReference, ourReference }: StatementLine): string[] => [
  ...(providerReference === null ? [] : [theirs(providerReference)]),
  ...(ourReference === null ? [] : [`ours ${ourReference}`]),
];

/**
 * Which of two is the payment, their times tell: without any of their own, such as dates alone, a
 * person does.
 */
const isOpposite = (one: StatementLine, other: StatementLine): boolean =>
  one.direction !== other.direction &&
  (isOlder(one, other) || isOlder(other, one)) &&
  one.providerReference !== null &&
  one.providerReference === other.providerReference;

const isOlder = (one: StatementLine, other: StatementLine): boolean =>
  one.at !== null && other.at !== null && one.at < other.at;

const reversed = (was: StatementLine, payment: StatementLine): Changed => ({
  was,
  is: reversalOf(was, payment),
});

/** The money goes the other way than that of the payment. */
const reversalOf = (line: StatementLine, { direction }: StatementLine): StatementLine => ({
  ...line,
  status: 'reversed',
  direction: direction === 'in' ? 'out' : 'in',
});
