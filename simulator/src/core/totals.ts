// Totals of what the provider executed, per kind and result, and our floats there, one for each of
// our accounts. Running sums, so that a summary of a long bench costs nothing.

import { formatAmount, parseAmount } from './money.ts';
import { feeOf } from './statement.ts';
import type { Line, Status } from './operation.ts';

interface Sum {
  count: number;
  minor: Map<string, bigint>;
}

/** One of our accounts: a provider knows those of its own protocol alone. */
interface OwnAccount {
  protocol: string;
  /** As orders name it; absent: there is but one. */
  account?: string | undefined;
}

export interface Totals {
  /**
   * `account`: of the order; `givenBackMinor`: of the operation, by refunds that were counted
   * before.
   */
  add(
    line: Line,
    order: { account: string | undefined; before: Status | undefined; givenBackMinor: bigint },
  ): void;
  /** The balances of the usual currencies, and of those in which something moved. */
  balances(of: OwnAccount): { currency: string; available: string }[];
  balance(of: OwnAccount, currency: string): string;
  summary(): {
    byKind: {
      [kind: string]: { [result: string]: { count: number; sums: { [currency: string]: string } } };
    };
    executedTwice: string[];
  };
}

/**
 * What a provider lends each of our accounts at the start: a thousand million units of each
 * currency (PROTOCOL.md section 4.1).
 */
const openingFloatMinor = 1_000_000_000n * 10_000n;
const usualCurrencies = ['XOF', 'XAF'];
/** Where the fee that an answer states is taken from the float at once, and not given back. */
const takesFee: ReadonlySet<string> = new Set(['wave payout', 'stripe card']);

export function createTotals(): Totals {
  const sums = new Map<string, Map<string, Sum>>();
  /** What moved, by account and currency. */
  const moved = new Map<string, Map<string, bigint>>();
  const executedTwice = new Set<string>();
  const keyOf = ({ protocol, account = '' }: OwnAccount): string => `${protocol} ${account}`;

  function move(
    { protocol, currency, direction }: Line,
    account: string | undefined,
    minor: bigint,
  ): void {
    const key = keyOf({ protocol, account });
    const own = moved.get(key) ?? new Map<string, bigint>();
    moved.set(key, own);
    own.set(currency, (own.get(currency) ?? 0n) + (direction === 'in' ? minor : -minor));
  }
  function balance(of: OwnAccount, currency: string): string {
    return formatAmount(openingFloatMinor + (moved.get(keyOf(of))?.get(currency) ?? 0n));
  }
  return {
    add(line, { account, before, givenBackMinor }) {
      const minor = parseAmount(line.amount) ?? 0n;
      const results = sums.get(line.kind) ?? new Map<string, Sum>();
      sums.set(line.kind, results);
      const sum = results.get(line.result) ?? { count: 0, minor: new Map<string, bigint>() };
      results.set(line.result, sum);
      sum.count += 1;
      sum.minor.set(line.currency, (sum.minor.get(line.currency) ?? 0n) + minor);
      if (line.result === 'executed') {
        if (before !== undefined && before !== 'pending') executedTwice.add(line.ourReference);
        move(line, account, minor);
        if (takesFee.has(`${line.protocol} ${line.kind}`))
          move({ ...line, direction: 'out' }, account, feeOf(minor, line.currency));
      }
      // Its refunds have moved their parts already.
      if (line.result === 'reversed') move(line, account, givenBackMinor - minor);
    },
    balance,
    balances: (of) =>
      [...new Set([...usualCurrencies, ...(moved.get(keyOf(of))?.keys() ?? [])])].map(
        (currency) => ({ currency, available: balance(of, currency) }),
      ),
    summary() {
      const byKind: ReturnType<Totals['summary']>['byKind'] = {};
      for (const [kind, results] of sums) {
        const entry: (typeof byKind)[string] = {};
        for (const [result, sum] of results) {
          entry[result] = {
            count: sum.count,
            sums: Object.fromEntries(
              [...sum.minor].map(([currency, minor]) => [currency, formatAmount(minor)]),
            ),
          };
        }
        byKind[kind] = entry;
      }
      return { byKind, executedTwice: [...executedTwice] };
    },
  };
}
