// Totals of what the provider executed, per kind and result, and our float there. Running sums, so
// that a summary of a long bench costs nothing.

import { formatAmount, parseAmount } from './money.ts';
import type { Line, Status } from './operation.ts';

interface Sum {
  count: number;
  minor: Map<string, bigint>;
}

export interface Totals {
  /** `givenBackMinor`: of the operation, by refunds that were counted before. */
  add(line: Line, before: Status | undefined, givenBackMinor: bigint): void;
  balances(): { currency: string; available: string }[];
  summary(): {
    byKind: {
      [kind: string]: { [result: string]: { count: number; sums: { [currency: string]: string } } };
    };
    executedTwice: string[];
  };
}

/** What the provider lends each developer currency at the start: a thousand million units. */
const openingFloatMinor = 1_000_000_000n * 10_000n;

export function createTotals(): Totals {
  const sums = new Map<string, Map<string, Sum>>();
  const floats = new Map<string, bigint>([
    ['XOF', openingFloatMinor],
    ['XAF', openingFloatMinor],
  ]);
  const executedTwice = new Set<string>();

  function move({ currency, direction }: Line, minor: bigint): void {
    const change = direction === 'in' ? minor : -minor;
    floats.set(currency, (floats.get(currency) ?? openingFloatMinor) + change);
  }
  return {
    add(line, before, givenBackMinor) {
      const minor = parseAmount(line.amount) ?? 0n;
      const results = sums.get(line.kind) ?? new Map<string, Sum>();
      sums.set(line.kind, results);
      const sum = results.get(line.result) ?? { count: 0, minor: new Map<string, bigint>() };
      results.set(line.result, sum);
      sum.count += 1;
      sum.minor.set(line.currency, (sum.minor.get(line.currency) ?? 0n) + minor);
      if (line.result === 'executed') {
        if (before !== undefined && before !== 'pending') executedTwice.add(line.ourReference);
        move(line, minor);
      }
      // Its refunds have moved their parts already.
      if (line.result === 'reversed') move(line, givenBackMinor - minor);
    },
    balances: () =>
      [...floats].map(([currency, minor]) => ({ currency, available: formatAmount(minor) })),
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
