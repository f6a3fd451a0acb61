// Proves that what a statement opens and closes with is read from its column of balances in either
// order of its rows, and not where most rows do not carry on from their neighbour.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createBalanceColumn } from './balance-column.ts';

type Row = readonly [balance: bigint, move: bigint];

function endsOf(rows: readonly Row[]): [opening: bigint, closing: bigint] | null {
  const column = createBalanceColumn();
  for (const [balance, move] of rows) column.add({ balance, move });
  const ends = column.ends();
  return ends === null ? null : [ends.opening, ends.closing];
}

const rows: readonly Row[] = [
  [1_050n, 50n],
  [1_020n, -30n],
  [1_120n, 100n],
];

test('F11 balances are read with the oldest row first, and with the newest', () => {
  assert.deepEqual(endsOf(rows), [1_000n, 1_120n]);
  assert.deepEqual(endsOf(rows.toReversed()), [1_000n, 1_120n]);
  assert.deepEqual(endsOf(rows.slice(0, 2)), [1_000n, 1_020n], 'one pair says it');
});

test('F11 where both orders carry on the oldest row is the first', () => {
  const there: Row = [1_010n, 10n];
  const back: Row = [1_000n, -10n];
  assert.deepEqual(endsOf([there, back]), [1_000n, 1_000n]);
});

test('F11 unless more than half of the rows carry on, nothing follows from the balances', () => {
  const other: Row = [7_000n, 1n];
  assert.equal(endsOf([]), null);
  assert.equal(endsOf([other]), null);
  assert.equal(endsOf([...rows.slice(0, 2), other]), null, 'one of two, the oldest first');
  assert.equal(endsOf([other, ...rows.slice(0, 2).toReversed()]), null, 'the newest first');
  assert.deepEqual(endsOf([...rows, other]), [1_000n, 7_000n], 'two of three');
});
