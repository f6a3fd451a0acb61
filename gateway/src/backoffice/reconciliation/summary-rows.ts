// Tells the rows of a statement that are no payments: totals, which are compared with the sums of
// the rows above, and rows that say what the account opens or closes with.

import { absolute } from '@jokko/contract';
import { plainWords } from './plain-words.ts';

/** Amounts in ten-thousandths, without sign but for `net`. */
const sumNames = ['net', 'gross', 'in', 'out', 'fee'] as const;
export type SumName = (typeof sumNames)[number];
type Sums = Record<SumName, bigint>;

const balance = /(?:^|[^a-z])(?:solde|balance)(?:[^a-z]|$)/;
const opens = /initial|ouverture|debut|ancien|precedent|reporte|opening|previous|brought|start/;
const closes = /final|cloture|(?:^|[^a-z])fin(?:[^a-z]|$)|nouveau|closing|ending|carried/;
const total = /^\W{0,3}(?:(?:sous|sub|grand)[- ]?)?(?:total|totaux)(?:[^a-z]|$)/;
const labelCharactersMax = 200;

const plain = (text: string): string => plainWords(text.slice(0, labelCharactersMax));

/** Which balance a cell names; null: none. */
export function balanceNamed(cell: string): 'opening' | 'closing' | null {
  const text = plain(cell);
  if (!balance.test(text)) return null;
  if (opens.test(text)) return 'opening';
  return closes.test(text) ? 'closing' : null;
}

/** What stands behind the name within one cell: `Solde initial : 1 000 000 F CFA`. */
export const behindName = (cell: string): string => cell.split(/[:=]/).at(-1)!;

export const saysTotal = (cell: string): boolean => total.test(plain(cell));

/** What a row adds to the sums. `moved`: not what failed or waits. */
export interface Summed {
  amount: bigint;
  direction: 'in' | 'out';
  fee: bigint;
  moved: boolean;
}

const nothing = (): Sums => ({ net: 0n, gross: 0n, in: 0n, out: 0n, fee: 0n });

function add(sums: Sums, { amount, direction, fee }: Summed, times = 1n): void {
  sums.net += times * (direction === 'in' ? amount : -amount);
  sums.gross += times * amount;
  sums[direction] += times * amount;
  sums.fee += times * fee;
}

/**
 * Adds up the rows that it is shown. A total holds where rows make it: with or without what did not
 * move, from the beginning or since the last total.
 */
export function createSums() {
  const whole = { all: nothing(), moved: nothing() };
  let part = { all: nothing(), moved: nothing() };
  let rows = 0;
  return {
    get rows(): number {
      return rows;
    },
    /** What moved, from the beginning. */
    moved: whole.moved,
    add(summed: Summed): void {
      rows += 1;
      for (const { all, moved } of [whole, part]) {
        add(all, summed);
        if (summed.moved) add(moved, summed);
      }
    },
    /** A row that was added is another one. */
    change(was: Summed, is: Summed): void {
      for (const { all, moved } of [whole, part]) {
        add(all, was, -1n);
        add(all, is);
        if (was.moved) add(moved, was, -1n);
        if (is.moved) add(moved, is);
      }
    },
    /** The sum that comes nearest to what a total states, without sign. */
    nearest(stated: bigint, names: readonly SumName[]): bigint {
      const distance = (sum: bigint): bigint => absolute(sum - absolute(stated));
      return [whole.moved, whole.all, part.moved, part.all]
        .flatMap((sums) => names.map((name) => absolute(sums[name])))
        .reduce((best, one) => (distance(one) < distance(best) ? one : best));
    },
    /** A total was read: the next one may be of the rows from here on. */
    close(): void {
      part = { all: nothing(), moved: nothing() };
    },
  };
}
