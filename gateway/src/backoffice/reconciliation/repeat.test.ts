// F31: proves that a statement is matched again where one that is withdrawn has named the same, by
// whatever it is known.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { withdrawFile } from './index.ts';
import { bookFloat, db, file, ids, line, openOf, period, ref, useBooks } from './testing/books.ts';
import { byCommand, takeIn, workOff } from './testing/files.ts';

useBooks();

async function take(row: string): Promise<number> {
  const { id } = await takeIn(db, { content: file([row]), period: period() });
  await workOff(db);
  return id;
}
async function withdraw(id: number): Promise<void> {
  assert.equal(await withdrawFile(db.database, { id, by: byCommand }), true);
  await workOff(db);
}
/** What differs in its row. */
const rowOf = async (id: number): Promise<string[]> =>
  (await openOf(id)).filter((text) => !text.startsWith('missing_there'));

test('F31 a second row about a payment is its only one without the statement of the first', async () => {
  const first = await take(line({ ours: ref('success') }));
  const second = await take(line({ ours: ref('success') }));
  assert.deepEqual(await rowOf(second), [`duplicate ${ids.success}`]);
  await withdraw(first);
  assert.deepEqual(await rowOf(second), []);
});

test('F31 so is a second row of a reference that names nothing of ours', async () => {
  const first = await take(line({ theirs: 'N-1', amount: '100' }));
  const second = await take(line({ theirs: 'N-1', amount: '200' }));
  assert.deepEqual(await rowOf(second), ['duplicate 2']);
  await withdraw(first);
  assert.deepEqual(await rowOf(second), ['missing_here 2']);
});

test('F31 so is a second row about our own money, which is missing again where no row is left', async () => {
  await bookFloat('VIR-1', '50000000');
  const floatOf = async (id: number): Promise<string[]> =>
    (await openOf(id)).filter((text) => text === 'missing_there null');
  const silent = await take(line({ ours: ref('success') }));
  assert.deepEqual(await floatOf(silent), ['missing_there null']);
  const first = await take(line({ theirs: 'VIR-1', direction: 'in', fee: '0' }));
  const second = await take(line({ ours: 'VIR-1', direction: 'in', fee: '0' }));
  assert.deepEqual([await floatOf(silent), await rowOf(second)], [[], ['duplicate 2']]);
  await withdraw(first);
  assert.deepEqual([await floatOf(silent), await rowOf(second)], [[], []]);
  await withdraw(second);
  assert.deepEqual(await floatOf(silent), ['missing_there null']);
});
