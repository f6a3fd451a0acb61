// Proves that a statement as banks and providers of the region write it is read without a choice of
// a user, and that a mapping that was used fits or gives way.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openRows } from '../../platform/spreadsheet/index.ts';
import { guessMapping } from './guess-mapping.ts';
import { fittingMapping, isMostlyUnreadable, readableWith } from './judge-mapping.ts';

async function rowsOf(text: string | Buffer) {
  const opened = await openRows(Buffer.from(text), { rowsMax: 1_000 });
  try {
    return (await opened.take(1_000)).rows;
  } finally {
    opened.close();
  }
}

async function guessed(...lines: string[]) {
  const rows = await rowsOf(lines.join('\r\n'));
  const mapping = guessMapping(rows, 'Africa/Dakar', 'csv');
  const { lines: read } = readableWith(mapping, rows, 'csv')!;
  return {
    mapping,
    problems: read.flatMap(({ problem }) => problem ?? []),
    read: read.map(({ direction, amount, at }) => [
      direction,
      amount === null ? null : Number(amount / 10_000n),
      at?.toISOString().slice(0, 10),
    ]),
  };
}

const title = ['Relevé de compte;;;;', 'Compte 0012;;;;', ';;;;'];

test('F11 French amounts and dates are read as most of the lines can be', async () => {
  const { mapping, problems, read } = await guessed(
    ...title,
    'Date opération;N° transaction;Réf. externe;Débit;Crédit;Frais',
    '03/04/26 10:15;T1;a-1;;6\u00a0000,00;60,00',
    '04/04/26 10:15;T2;a-2;1\u202f250,50;;12',
  );
  assert.deepEqual(
    [mapping.decimal, mapping.dayOrder, mapping.direction, mapping.headingRow, problems],
    [',', 'dmy', 'columns', 4, []],
  );
  assert.deepEqual(mapping.columns, {
    ourReference: 'Réf. externe',
    providerReference: 'N° transaction',
    amount: 'Crédit',
    amountOut: 'Débit',
    fee: 'Frais',
    currency: null,
    time: 'Date opération',
    status: null,
    direction: null,
    balance: null,
  });
  assert.deepEqual(read, [
    ['in', 6_000, '2026-04-03'],
    ['out', 1_250, '2026-04-04'],
  ]);
});

test('F11 a status is known in any case, with accents, without, or as a Mac writes them', async () => {
  const words = ['SUCCES', 'Effectuée', 'TERMINÉ', 'Echouée', 'Refusé', 'REFUNDED', 'Remboursée'];
  for (const form of ['NFC', 'NFD'] as const) {
    const rows = words.map((word, index) => `2026-11-24;T${index};10;${word.normalize(form)}`);
    const { problems } = await guessed('Date;N° transaction;Montant;Statut', ...rows);
    assert.deepEqual(problems, [], form);
  }
});

test('F11 a status is known with any kind and number of spaces, seen or not', async () => {
  const words = [
    'En\u00a0attente',
    'En\u202fattente',
    'EN  COURS',
    'En \u200bcours',
    'En\u200bcours',
  ];
  const unseen = ['réus\u00adsi', '\u200bRéussi\u200b', 'Réussi\u2060', '\ufeffRéussi', 'Ｒéussi'];
  const rows = [...words, ...unseen].map((word, index) => `2026-11-24;T${index};10;${word}`);
  const { problems } = await guessed('Date;N° transaction;Montant;Statut', ...rows);
  assert.deepEqual(problems, []);
});

test('F11 points, groups and American dates are found by what the lines say', async () => {
  const american = await guessed(
    'Transaction ID,Amount,Date',
    'T1,"1,500.25",4/25/26',
    'T2,-20,4/3/26',
  );
  assert.deepEqual(
    [american.mapping.decimal, american.mapping.dayOrder, american.problems],
    ['.', 'mdy', []],
  );
  // 1.500 is no amount with a point as the decimal sign.
  const groups = await guessed('Transaction ID;Montant;Date', 'T1;1.500;2026-04-25');
  assert.deepEqual([groups.mapping.decimal, groups.read], [',', [['in', 1_500, '2026-04-25']]]);
  const signed = await guessed('Id;Type;Montant', 'T1;Achat de crédit;-1500', 'T2;Paiement;20');
  assert.deepEqual(
    [signed.mapping.direction, signed.problems, signed.read.map(([direction]) => direction)],
    ['sign', [], ['out', 'in']],
  );
});

test('F11 headings of the region name their columns', async () => {
  for (const heading of [
    'N° transaction',
    'No. transaction',
    'Numéro de transaction',
    'Num transaction',
    'Référence',
    "Référence de l'opération",
    'ID Transaction',
    'Transaction ID',
    'Réf. opération',
    'N° de la transaction',
  ])
    for (const amount of ['Montant', 'Montant (F CFA)', 'Montant (XOF)', 'MONTANT', 'Amount'])
      assert.deepEqual(
        await guessed(`${heading};${amount}`, 'T1;5').then(({ mapping: { columns } }) => [
          columns.providerReference,
          columns.amount,
        ]),
        [heading, amount],
      );
});

test('F11 a kept mapping that does not fit gives way to one that was used before, or to a guess', async () => {
  const old = await rowsOf('Id;Montant;Date\nT1;5,00;25/04/2026\n');
  const changed = await rowsOf('Titre;;\nTransaction ID;Amount;Day\nT1;5.00;2026-04-25\n');
  const one = guessMapping(old, 'Africa/Dakar', 'csv');
  const other = { ...guessMapping(changed, 'Africa/Dakar', 'csv'), routes: ['OPB_SN'] };
  assert.deepEqual(fittingMapping([other, one], old, 'csv'), one);
  assert.deepEqual(fittingMapping([one, other], changed, 'csv'), other);
  assert.equal(fittingMapping([one], changed, 'csv'), null);
  // The headings stand a row lower today.
  const lower = await rowsOf('Titre;;\nId;Montant;Date\nT1;5,00;25/04/2026\n');
  assert.deepEqual(fittingMapping([one], lower, 'csv'), { ...one, headingRow: 2 });
  // The same headings with other values: more than half are unreadable.
  const points = await rowsOf('Id;Montant;Date\nT1;5.25;2026-04-25\nT2;6.25;2026-04-25\n');
  assert.equal(fittingMapping([{ ...one, decimal: ',' }], points, 'csv'), null);
  assert.deepEqual(
    [isMostlyUnreadable(2, 1), isMostlyUnreadable(3, 2), isMostlyUnreadable(0, 0)],
    [false, true, false],
  );
});

test('of two rows that name as many columns the first one has the headings', async () => {
  const headingRowOf = async (text: string): Promise<number> =>
    guessMapping(await rowsOf(text), 'Africa/Dakar', 'csv').headingRow;
  assert.equal(await headingRowOf('Id;Montant;Date\nT1;5;25/04/2026\nId;Amount;Day\n'), 1);
  assert.equal(await headingRowOf('a;b\nc;d\n'), 1, 'none is recognized');
});

test('a heading is looked at up to its hundredth character', async () => {
  const amountOf = async (characters: number) => {
    const rows = await rowsOf(`Id;${'montant'.padStart(characters, 'x')}\nT1;5`);
    return guessMapping(rows, 'Africa/Dakar', 'csv').columns.amount;
  };
  assert.deepEqual([(await amountOf(100))?.length, await amountOf(101)], [100, null]);
});

test('what was booked in the last half hour of a file may stand in the next one', async () => {
  assert.equal((await guessed('Id;Montant', 'T1;5')).mapping.graceMinutes, 30);
});

test('a mapping whose heading row is not among the rows, or that is wrong itself, reads nothing', async () => {
  const rows = await rowsOf('Id;Montant;Date\nT1;5,00;25/04/2026\n');
  const mapping = guessMapping(rows, 'Africa/Dakar', 'csv');
  assert.equal(readableWith(mapping, rows, 'csv')?.lines.length, 1);
  assert.equal(readableWith({ ...mapping, headingRow: 9 }, rows, 'csv'), null);
  assert.equal(readableWith({ ...mapping, graceMinutes: -1 }, rows, 'csv'), null);
});
