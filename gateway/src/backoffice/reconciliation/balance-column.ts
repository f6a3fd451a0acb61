// Derives what a statement opens and closes with from its column of balances, where most rows carry
// on from their neighbour.

/** Ten-thousandths. `move`: what the row did to the balance, fee included. */
interface Balanced {
  balance: bigint;
  move: bigint;
}

/**
 * Keeps the first row and the last, and counts the neighbours that carry on: with the oldest row
 * first, or the newest.
 */
export function createBalanceColumn() {
  let first: Balanced | null = null;
  let last: Balanced | null = null;
  let pairs = 0;
  let oldestFirst = 0;
  let newestFirst = 0;
  return {
    add(row: Balanced): void {
      first ??= row;
      if (last !== null) {
        pairs += 1;
        if (row.balance === last.balance + row.move) oldestFirst += 1;
        if (last.balance === row.balance + last.move) newestFirst += 1;
      }
      last = row;
    },
    /** Null: it does not follow from the rows, such as where fees are told and not taken. */
    ends(): { opening: bigint; closing: bigint } | null {
      if (first === null || last === null || Math.max(oldestFirst, newestFirst) * 2 <= pairs)
        return null;
      const [oldest, newest] = oldestFirst >= newestFirst ? [first, last] : [last, first];
      return { opening: oldest.balance - oldest.move, closing: newest.balance };
    },
  };
}
