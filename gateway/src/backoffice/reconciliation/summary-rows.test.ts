// Proves how sums of rows are counted, and which of them is meant by a total.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { balanceNamed, createSums, saysTotal, type Summed } from './summary-rows.ts';

const row = (amount: bigint, change: Partial<Summed> = {}): Summed => ({
  amount,
  direction: 'in',
  fee: 0n,
  moved: true,
  ...change,
});

test('F11 the sum that comes nearest to a total is meant, of equally near ones that of what moved', () => {
  const sums = createSums();
  sums.add(row(4n));
  sums.add(row(2n, { moved: false }));
  const nearest = (stated: bigint): bigint => sums.nearest(stated, ['gross']);
  assert.deepEqual([4n, 5n, 6n, -6n, 99n].map(nearest), [4n, 4n, 6n, 6n, 6n]);
  assert.equal(sums.rows, 2);
  sums.close();
  sums.add(row(50n));
  assert.deepEqual(
    [50n, 54n, 56n].map(nearest),
    [50n, 54n, 56n],
    'since the last total, or of all',
  );
});

test('F11 what comes in and goes out, and fees, have sums of their own', () => {
  const sums = createSums();
  const all = () =>
    (['net', 'gross', 'in', 'out', 'fee'] as const).map((name) => sums.nearest(1n, [name]));
  assert.deepEqual(all(), [0n, 0n, 0n, 0n, 0n]);
  sums.add(row(40n, { fee: 3n }));
  sums.add(row(100n, { direction: 'out', fee: 4n }));
  sums.close();
  // What is nearest to one is of the rows since the total: none.
  const whole = (name: 'net' | 'gross' | 'in' | 'out' | 'fee') => sums.nearest(1_000n, [name]);
  assert.deepEqual(
    [whole('net'), whole('gross'), whole('in'), whole('out'), whole('fee')],
    [60n, 140n, 40n, 100n, 7n],
  );
  assert.deepEqual([sums.moved.net, sums.moved.gross], [-60n, 140n]);
});

test('F11 a row that becomes another one counts as that one alone', () => {
  const sums = createSums();
  const was = row(40n, { fee: 3n });
  sums.add(was);
  sums.change(was, row(40n, { direction: 'out', fee: 5n, moved: false }));
  const { net, gross, in: into, out, fee } = sums.moved;
  assert.deepEqual([net, gross, into, out, fee], [0n, 0n, 0n, 0n, 0n]);
  assert.deepEqual(
    (['in', 'out', 'fee'] as const).map((name) => sums.nearest(1_000n, [name])),
    [0n, 40n, 5n],
  );
  const again = row(40n, { direction: 'out', fee: 5n, moved: false });
  sums.change(again, was);
  assert.deepEqual([sums.moved.in, sums.moved.fee, sums.rows], [40n, 3n, 1]);
});

test('F11 a label is looked at up to its two hundredth character', () => {
  const label = (characters: number): string => ' solde initial'.padStart(characters, 'x');
  assert.deepEqual([balanceNamed(label(200)), balanceNamed(label(201))], ['opening', null]);
  assert.deepEqual([saysTotal('Total'), saysTotal('Totalité')], [true, false]);
});
