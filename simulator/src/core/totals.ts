// Totals of what the provider executed, per kind and result, and our float there. Running sums, so
// that a summary of a long bench costs nothing.

import { formatAmount, parseAmount } from './money.ts';
import type { Line, Status } from './operation.ts';

interface Sum {
  count: number;
  minor: Map<string, bigint>;
}

export interface Totals {
  add(line: Line, before: Status | undefined): void;
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

  function move(line: Line, sign: bigint): void {
    const minor = parseAmount(line.amount) ?? 0n;
    const change = line.direction === 'in' ? minor : -minor;
    floats.set(line.currency, (floats.get(line.currency) ?? openingFloatMinor) + sign * change);
  }
  return {
    add(line, before) {
      const results = sums.get(line.kind) ?? new Map<string, Sum>();
      sums.set(line.kind, results);
      const sum = results.get(line.result) ?? { count: 0, minor: new Map<string, bigint>() };
      results.set(line.result, sum);
      sum.count += 1;
      sum.minor.set(
        line.currency,
        (sum.minor.get(line.currency) ?? 0n) + (parseAmount(line.amount) ?? 0n),
      );
      if (line.result === 'executed') {
        if (before !== undefined && before !== 'pending') executedTwice.add(line.ourReference);
        // A refund moves the money by the `reversed` line of its original.
        if (line.kind !== 'refund') move(line, 1n);
      }
      if (line.result === 'reversed') move(line, -1n);
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
