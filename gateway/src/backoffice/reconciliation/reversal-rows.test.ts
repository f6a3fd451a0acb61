// Proves that a row that takes a payment back is read as its reversal, in whatever order the rows
// stand, and that a try that was cancelled is none.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readSums } from './index.ts';
import { saysTakenBack } from './reversal-rows.ts';
import { db, file, isWhole, line, period, useBooks } from './testing/books.ts';
import { readGuessed, takeIn, workOff } from './testing/files.ts';

useBooks();

const read = async (...lines: string[]): Promise<string[]> =>
  (await readGuessed(lines)).map(
    ({ providerReference, status, direction, problem }) =>
      problem ?? `${providerReference} ${status} ${direction}`,
  );

const heading = 'Transaction ID;Réf. externe;Type;Montant;Date;Statut';
const paid = 'T1;a-1;payout;20000;2026-04-03 10:00;Succès';

test('F11 a cancelled row of a payment is its reversal, whichever stands first', async () => {
  const cancelled = 'T1;a-1;payout;20000;2026-04-03 11:00;Annulé';
  const both = ['T1 success out', 'T1 reversed in'];
  assert.deepEqual(await read(heading, paid, cancelled), both);
  assert.deepEqual(await read(heading, cancelled, paid), both.toReversed());
  // The provider gave the reversal a number of its own.
  const other = 'T9;a-1;payout;20000;2026-04-03 11:00;Cancelled';
  assert.deepEqual(await read(heading, paid, other), ['T1 success out', 'T9 reversed in']);
});

test('F11 a minus with the reference of a payment is its reversal', async () => {
  const rows = ['T1;-20000;2026-04-03 10:00', 'T1;20000;2026-04-03 11:00'];
  const both = ['T1 success out', 'T1 reversed in'];
  const columns = 'Transaction ID;Montant;Date';
  assert.deepEqual(await read(columns, ...rows), both);
  assert.deepEqual(await read(columns, ...rows.toReversed()), both.toReversed());
  const others = await read(columns, rows[0]!, 'T1;500;2026-04-03 11:00');
  assert.deepEqual(others, ['T1 success out', 'T1 success in']);
});

test('F11 a payment is taken back once, and a word for another thing takes none back', async () => {
  const cancelled = (theirs: string, hour: string) =>
    `${theirs};a-1;payout;20000;2026-04-03 ${hour}:00;Annulé`;
  const twice = ['T1 success out', 'T8 reversed in', 'T9 failed out'];
  assert.deepEqual(await read(heading, paid, cancelled('T8', '11'), cancelled('T9', '12')), twice);
  const paidOut = 'T1;a-1;payout;20000;2026-04-03 11:00;Reversement échoué';
  assert.ok(!(await read(heading, paid, paidOut)).includes('T1 reversed in'));
  const bySign = [
    'T1;a-1;-20000;2026-04-03 10:00',
    'T1;;20000;2026-04-03 11:00',
    'T1;a-1;20000;2026-04-03 12:00',
  ];
  assert.deepEqual(await read('Transaction ID;Réf. externe;Montant;Date', ...bySign), [
    'T1 success out',
    'T1 reversed in',
    'T1 success in',
  ]);
  const dates = ['T1;-20000;2026-04-03', 'T1;20000;2026-04-03'];
  assert.deepEqual(await read('Transaction ID;Montant;Date', ...dates), [
    'T1 success out',
    'T1 success in',
  ]);
});

test('F11 a row of another currency, and one that failed, take nothing back', async () => {
  const euros = `${paid.replace('10:00;Succès', '11:00;Annulé')};EUR`;
  assert.deepEqual(await read(`${heading};Devise`, `${paid};XOF`, euros), [
    'T1 success out',
    'T1 failed out',
  ]);
  const rows = ['T1;-20000;2026-04-03 10:00;Succès', 'T1;20000;2026-04-03 11:00;Échec'];
  assert.deepEqual(await read('Transaction ID;Montant;Date;Statut', ...rows), [
    'T1 success out',
    'T1 failed in',
  ]);
});

test('F11 of nothing nothing is taken back, and a status is looked at up to its hundredth character', async () => {
  const nothing = [paid, paid.replace('10:00;Succès', '11:00;Annulé')];
  assert.deepEqual(await read(heading, ...nothing.map((row) => row.replace('20000', '0'))), [
    'T1 success out',
    'T1 failed out',
  ]);
  const status = (characters: number): boolean =>
    saysTakenBack(' annulé'.padStart(characters, 'x'));
  assert.deepEqual([status(100), status(101)], [true, false]);
});

test('F11 what was cancelled before it was paid is no reversal', async () => {
  const tried = 'T0;a-1;payout;20000;2026-04-03 09:00;Annulé';
  for (const rows of [
    [tried, paid],
    [paid, tried],
  ])
    assert.ok((await read(heading, ...rows)).includes('T0 failed out'), rows.join());
  const failed = 'T1;a-1;payout;20000;2026-04-03 11:00;Échec';
  assert.deepEqual(await read(heading, paid, failed), ['T1 success out', 'T1 failed out']);
});

for (const [name, words] of Object.entries({
  failed: { failed: ['Annulé'], reversed: [] },
  reversed: { failed: [], reversed: ['Annulé'] },
}))
  test(`F11 a reversal counts as it moved, also where its row was stored long before the payment, as ${name}`, async () => {
    const mapping = {
      words: { in: ['in'], out: ['out'], success: ['SUCCESS'], pending: [], ...words },
    };
    const theirs = `R ${name}`;
    const others = Array.from({ length: 1_100 }, () => line({ amount: '1' }));
    const rows = [line({ theirs, status: 'Annulé' }), ...others, line({ theirs })];
    const { id } = await takeIn(db, { content: file(rows), period: period(), mapping });
    await workOff(db);
    const { sums, totals } = await readSums(db.database, id);
    assert.deepEqual(
      [totals[0]!.lines, totals[0]!.amount, totals[0]!.addsUp],
      [1_102, -1_100_0000n, true],
    );
    assert.equal(
      sums.find((sum) => sum.class === 'ignored'),
      undefined,
    );
    await isWhole();
  });
