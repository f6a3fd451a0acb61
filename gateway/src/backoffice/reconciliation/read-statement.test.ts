// Proves that totals are compared with the rows above them and are no payments, and that balances
// are read where a file states them.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openRows } from '../../platform/spreadsheet/index.ts';
import { guessMapping } from './guess-mapping.ts';
import { readableWith } from './judge-mapping.ts';
import type { Mapping } from './mapping.ts';

async function read(lines: readonly string[], change: Partial<Mapping> = {}) {
  const opened = await openRows(Buffer.from(lines.join('\r\n')), { rowsMax: 1_000 });
  try {
    const { rows, form } = await opened.take(1_000);
    const mapping = { ...guessMapping(rows, 'Africa/Dakar', form), ...change };
    const { lines: found, balances } = readableWith(mapping, rows, form)!;
    const whole = (amount: bigint | null): number | null =>
      amount === null ? null : Number(amount) / 10_000;
    return {
      mapping,
      payments: found.filter(({ problem }) => problem === null).length,
      problems: found.flatMap(({ problem }) => problem ?? []),
      balances:
        balances === null
          ? null
          : [balances.opening, balances.closing, balances.counted].map(whole),
    };
  } finally {
    opened.close();
  }
}

const heading = 'Date;N° transaction;Libellé;Débit;Crédit;Frais';
const rows = [
  '03/04/26 10:15;T1;Paiement;;6 000,00;60,00',
  '04/04/26 10:15;T2;Retrait;1 250,50;;12',
  '05/04/26 10:15;T3;Paiement;;1 000,00;10,00',
];

test('F11 a total that the rows make is no line, wherever its name stands', async () => {
  for (const total of [
    'TOTAL;;;1 250,50;7 000,00;82,00',
    ';Totaux;;1 250,50;7 000,00;82',
    ';;Sous-total;1 250,50;7 000,00;',
    ';;TOTAL GÉNÉRAL :;-1 250,50;7 000,00;',
    'Grand total;;;;7 000,00;',
    'Total;;3 opérations;;;',
    // By its place alone.
    ';;;1 250,50;7 000,00;82,00',
    '05/04/26;;Total du mois;1 250,50;7 000,00;',
  ]) {
    const { payments, problems } = await read([heading, ...rows, total]);
    assert.deepEqual([payments, problems], [3, []], total);
  }
});

test('F11 a total that the rows do not make is one problem that says both sums', async () => {
  for (const [total, problem] of [
    ['TOTAL;;;1 250,50;8 000,00;82,00', 'total: 8000 7000'],
    ['TOTAL;;;1 250,00;7 000,00;', 'total: 1250 1250.5'],
    ['TOTAL;;;;7 000,00;83', 'total: 83 82'],
    ['TOTAL;;;;8 000,00;', 'total: 8000 7000'],
  ] as const)
    assert.deepEqual((await read([heading, ...rows, total])).problems, [problem]);
  // Two rows may have a total without a name.
  const two = await read([heading, ...rows.slice(0, 2), ';;;1 250,50;6 000,00;72,00']);
  assert.deepEqual([two.payments, two.problems], [2, []]);
  // What is no total, and no payment, is unreadable as ever.
  const foot = await read([heading, ...rows, ';;;;7 001,00;']);
  assert.deepEqual([foot.payments, foot.problems.length], [3, 1]);
  // Neither is a payment of an amount that stands above it.
  const same = await read([heading, rows[0]!, ';;Paiement;;6 000,00;60,00']);
  assert.deepEqual([same.payments, same.problems.length], [1, 1]);
  const named = await read([heading, ...rows, '06/04/26 10:15;T4;TOTAL Energies;;9 000,00;']);
  assert.deepEqual([named.payments, named.problems], [4, []]);
});

test('F11 totals of pages and of all, in one column of amounts', async () => {
  const signed = await read([
    'Date,Transaction ID,Amount,Status',
    '2026-04-03 10:15,T1,6000,Success',
    '2026-04-03 10:16,T2,-1000,Success',
    'Sub-total,,5000,',
    '2026-04-03 10:17,T3,500,Success',
    '2026-04-03 10:18,T4,700,Failed',
    'Sub-total,,500,',
    'Grand total,,5500,',
  ]);
  assert.deepEqual([signed.payments, signed.problems], [4, []]);
  assert.equal(signed.balances, null);
});

test('F11 balances are read above, between and below the rows', async () => {
  const above = await read([
    'Relevé de compte;;;;;',
    'Solde initial : 100 000,00 F CFA;;;;;',
    heading,
    ...rows,
    ';;Solde final;;105 667,50;',
  ]);
  assert.deepEqual([above.payments, above.problems], [3, []]);
  assert.deepEqual(above.balances, [100_000, 105_667.5, 105_667.5]);
  const between = await read([
    heading,
    "03/04/26;;Solde d'ouverture;;100 000,00;",
    ...rows,
    '05/04/26;;Solde de clôture;;105 000,00;',
  ]);
  assert.deepEqual(between.balances, [100_000, 105_000, 105_667.5]);
  // Among the debits nobody can tell who owes it.
  const debit = await read([heading, ...rows, ';;Solde final;105 667,50;;']);
  assert.equal(debit.balances, null);
  const english = await read([
    'Opening balance,1000',
    'Transaction ID,Amount,Date',
    'T1,500,2026-04-03',
    'T2,-20,2026-04-03',
    'Closing balance,1480,',
  ]);
  assert.deepEqual(english.balances, [1_000, 1_480, 1_480]);
  const silent = await read([
    'Opening balance: account 12: 1000',
    'Transaction ID,Amount,Date',
    'Closing balance,1000,',
  ]);
  assert.deepEqual([silent.payments, silent.balances], [0, [1_000, 1_000, 1_000]]);
});

test('F11 totals and balances are of the one currency of the rows, and of none where they have two', async () => {
  const of = (other: string, total: string) =>
    read([
      'Opening balance,1000',
      'Transaction ID,Amount,Currency,Date',
      'T1,500,XOF,2026-04-03',
      `T2,20,${other},2026-04-03`,
      `Total,${total},,`,
    ]);
  const one = await of('XOF', '520');
  assert.deepEqual([one.payments, one.problems, one.balances], [2, [], [1_000, null, 1_520]]);
  assert.deepEqual((await of('XOF', '521')).problems, ['total: 521 520']);
  const two = await of('EUR', '520');
  assert.deepEqual([two.payments, two.problems, two.balances], [2, ['currency: '], null]);
});

test('F11 a column of balances opens and closes, whichever row is the oldest', async () => {
  const lines = ['T1,500,2026-04-01,1500', 'T2,-20,2026-04-02,1480', 'T3,10,2026-04-03,1490'];
  const columns = 'Transaction ID,Amount,Date,Balance';
  for (const order of [lines, lines.toReversed()]) {
    const { balances, mapping } = await read([columns, ...order]);
    assert.equal(mapping.columns.balance, 'Balance');
    assert.deepEqual(balances, [1_000, 1_490, 1_490]);
  }
  // A fee is taken with its payment, and what has failed moves nothing.
  const fees = await read([
    'Transaction ID,Amount,Fee,Date,Status,Balance',
    'T1,500,5,2026-04-01,Success,1495',
    'T2,-20,1,2026-04-02,Failed,1495',
    'T3,-20,1,2026-04-03,Success,1474',
  ]);
  assert.deepEqual(fees.balances, [1_000, 1_474, 1_474]);
  // A row is missing, and most carry on.
  const more = [...lines, 'T5,5,2026-04-04,1500', 'T6,5,2026-04-04,1505'];
  assert.deepEqual((await read([columns, ...more])).balances, [1_000, 1_505, 1_500]);
  // Balances that have nothing to do with the rows say nothing.
  const others = ['T1,500,2026-04-01,7', 'T2,-20,2026-04-02,9', 'T3,10,2026-04-03,11'];
  assert.equal((await read([columns, ...others])).balances, null);
  assert.equal((await read([columns, lines[0]!])).balances, null);
});
