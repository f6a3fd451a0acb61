// Proves that a row that states a fee of its own counts as the fee of its payment, in whatever
// order the rows stand, and that no payment is taken for a fee.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { toDecimalString } from '@jokko/contract';
import { feeIn } from './fee-rows.ts';
import { readSums } from './index.ts';
import { file, db, isWhole, line, period, useBooks } from './testing/books.ts';
import { readGuessed, takeIn, workOff } from './testing/files.ts';

useBooks();

const read = async (...lines: string[]): Promise<string[]> =>
  (await readGuessed(lines)).map(
    ({ providerReference, direction, amount, fee, problem }) =>
      problem ??
      `${providerReference} ${direction} ${toDecimalString(amount!)} fee ${fee === null ? '–' : toDecimalString(fee)}`,
  );

const heading = 'Transaction ID;Type;Montant;Date;Statut';
const paid = 'CI1.A1;payout;20000;2026-04-03 10:00;Succès';

test('F11 a fee row with the reference of a payment is its fee, whichever stands first', async () => {
  const fee = 'CI1.A1;Frais de transaction;200;2026-04-03 10:00;Succès';
  const whole = ['CI1.A1 out 20000 fee 200'];
  assert.deepEqual(await read(heading, paid, fee), whole);
  assert.deepEqual(await read(heading, fee, paid), whole);
  const suffixed = 'CI1.A1-F;Commission;150;2026-04-03 10:00;Succès';
  const taxed = 'CI1.A1-TAF;TAF;25;2026-04-03 10:00;Succès';
  assert.deepEqual(await read(heading, taxed, paid, suffixed), ['CI1.A1 out 20000 fee 175']);
  assert.deepEqual(await read(heading, paid, suffixed, taxed), ['CI1.A1 out 20000 fee 175']);
});

test('F11 amounts with a sign: what went out beside its payment with the word of a fee', async () => {
  const columns = 'Transaction ID;Description;Montant;Date';
  const rows = ['P1;Dépôt;20000;2026-04-03 10:00', 'P1;Merchant fee;-200;2026-04-03 10:00'];
  assert.deepEqual(await read(columns, ...rows), ['P1 in 20000 fee 200']);
  assert.deepEqual(await read(columns, ...rows.toReversed()), ['P1 in 20000 fee 200']);
});

test('F11 a fee without its payment is a line, and a payment of fees is a payment', async () => {
  const columns = 'Transaction ID;Description;Montant;Date';
  const school = 'S1;Frais scolaires;-50000;2026-04-03 10:00';
  assert.deepEqual(await read(columns, school), ['S1 out 50000 fee –']);
  const larger = ['P1;Dépôt;100;2026-04-03 10:00', 'P1;Frais;-200;2026-04-03 10:00'];
  assert.deepEqual(await read(columns, ...larger), ['P1 in 100 fee –', 'P1 out 200 fee –']);
  const asLarge = ['P1;Dépôt;200;2026-04-03 10:00', 'P1;Frais;-200;2026-04-03 10:00'];
  assert.deepEqual(await read(columns, ...asLarge), ['P1 in 200 fee –', 'P1 out 200 fee –']);
  assert.match(
    (await read(heading, paid, 'X9;Frais;200;2026-04-03 10:00;Succès'))[1]!,
    /^direction: Frais/,
  );
});

test('F11 a fee is taken for an executed payment in its own currency', async () => {
  const columns = `${heading};Devise`;
  const other = await read(columns, `${paid};XOF`, 'CI1.A1;Frais;2;2026-04-03 10:00;Succès;EUR');
  assert.deepEqual([other[0], other.length], ['CI1.A1 out 20000 fee –', 2]);
  const fee = 'CI1.A1;Frais;200;2026-04-03 10:00;Succès';
  const failed = await read(heading, fee, paid.replace('Succès', 'Échec'));
  assert.deepEqual(failed.toSorted(), ['CI1.A1 out 20000 fee –', 'direction: Frais']);
});

test('F11 a row whose way is named is a fee where it went out and was executed', async () => {
  const isFee = async (amount: string, status: string): Promise<boolean> => {
    const columns = 'Transaction ID;Description;Montant;Date;Statut';
    const [row] = await readGuessed([columns, `X9;Frais;${amount};2026-04-03 10:00;${status}`]);
    return feeIn(['Frais'], row!, null) !== null;
  };
  assert.deepEqual(
    [await isFee('-200', 'Succès'), await isFee('-200', 'Échec'), await isFee('200', 'Succès')],
    [true, false, false],
  );
});

test('F11 a row of an unnamed way is a fee where it has an amount and a label that says so', async () => {
  const [row] = await readGuessed([heading, 'X9;Frais;200;2026-04-03 10:00;Succès']);
  const isFee = (label: string, amount: bigint | null) => feeIn([label], row!, amount) !== null;
  assert.deepEqual(
    [null, -1n, 0n, 1n].map((amount) => isFee('Frais', amount)),
    [false, false, false, true],
  );
  assert.equal(isFee('Frais '.padEnd(100, 'x'), 1n), true);
  assert.equal(isFee('Frais '.padEnd(101, 'x'), 1n), false, 'a text, and no label');
});

test('F11 fees count in the sums, also where their rows stand far from their payments', async () => {
  const others = Array.from({ length: 1_100 }, () => line({ amount: '1', fee: '0' }));
  const feeRow = (theirs: string) =>
    line({ theirs, amount: '2', fee: '' }).replace(/\b(?:in|out)\b/, 'Frais');
  const rows = [
    feeRow('A1'),
    line({ theirs: 'B1', fee: '0' }),
    ...others,
    line({ theirs: 'A1', fee: '0' }),
    feeRow('B1'),
  ];
  const { id } = await takeIn(db, { content: file(rows), period: period() });
  await workOff(db);
  const { totals } = await readSums(db.database, id);
  assert.deepEqual([totals[0]!.lines, totals[0]!.fees, totals[0]!.addsUp], [1_102, 4_0000n, true]);
  await isWhole();
});
