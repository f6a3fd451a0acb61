// F31: proves that an adjustment is prepared from a difference only where the difference tells it.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { adjustmentOf } from './adjustment.ts';
import type { Discrepancy } from './discrepancies.ts';
import { db, discrepanciesOf, file, line, period, ref, restOf, useBooks } from './testing/books.ts';
import { takeIn, workOff } from './testing/files.ts';

useBooks();

async function adjustmentsOf(lines: string[]) {
  const { id } = await takeIn(db, { content: file(lines), period: period() });
  await workOff(db);
  return (await discrepanciesOf(id)).map((discrepancy) => [
    discrepancy.class,
    adjustmentOf(discrepancy).adjustment,
    adjustmentOf(discrepancy).notAdjustable,
  ]);
}
const payout = (amount: string): string => line({ ours: ref('success'), amount, fee: '0' });

test('what the provider moved beyond our books is the adjustment', async () => {
  assert.deepEqual(await adjustmentsOf([...(await restOf(['success'])), payout('6000')]), [
    ['amount', -10_000_000n, null],
  ]);
});

test('where both sides come to the same there is nothing to adjust, to the last ten-thousandth', () => {
  const of = {
    class: 'amount',
    accountId: 1,
    currency: 'XOF',
    evidence: { theirs: null, ours: null },
  } as const;
  const told = (theirs: bigint) =>
    adjustmentOf({ ...of, theirs, ours: 7n } as unknown as Discrepancy).adjustment;
  assert.deepEqual([6n, 7n, 8n].map(told), [-1n, null, 1n]);
});

test('amounts of two currencies prepare nothing', async () => {
  const inEuro = payout('6000').replace('XOF', 'EUR');
  assert.deepEqual(await adjustmentsOf([...(await restOf(['success'])), inEuro]), [
    ['amount', null, 'currencies'],
  ]);
});

test('a row that may be a second execution prepares nothing', async () => {
  const again = line({ ours: ref('success') });
  assert.deepEqual(await adjustmentsOf([...(await restOf([])), again]), [
    ['duplicate', null, 'duplicate'],
  ]);
});
