// Proves which column of a payout file is whose phone, by headings as people write them.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findHeadings, readGiven } from './columns.ts';

/** Phone and name of the first line; null: it cannot be said which column is which. */
function firstOf(...lines: string[]): [string, string] | null {
  const [header = [], ...rows] = lines.map((line) => line.split(';'));
  const found = findHeadings({
    form: 'csv',
    sheet: null,
    hiddenRows: 0,
    header,
    rows: rows.map((cells, index) => ({ line: index + 2, cells, numbers: new Set() })),
  });
  if (found === null) return null;
  const { phone, name } = readGiven(found.columns, found.rows[0]!);
  return [phone, name];
}

test('a beneficiary is a phone alone, and a name beside phones', () => {
  const phone = '770000001';
  assert.deepEqual(firstOf('Bénéficiaire;Montant', `${phone};5`), [phone, '']);
  for (const heading of ['Bénéficiaire', 'Destinataire', 'Beneficiary', 'RECIPIENT'])
    assert.deepEqual(
      firstOf(`${heading};Téléphone;Montant`, `Awa Diop;${phone};5`, `;${phone};5`),
      [phone, 'Awa Diop'],
      heading,
    );
  const named = firstOf('Nom;Bénéficiaire;Montant', `Awa;${phone};5`);
  assert.deepEqual(named, [phone, 'Awa']);
  for (const heading of ['Tél. du bénéficiaire', 'N° de téléphone', 'Numéro mobile'])
    assert.equal(
      firstOf(`Nom & prénoms;${heading};Montant`, `Awa;${phone};5`)?.[0],
      phone,
      heading,
    );
});

test('where two columns hold phones nobody says whose is meant', () => {
  const [agency, theirs] = ['770000001', '770000002'];
  assert.equal(firstOf('Téléphone;Bénéficiaire;Montant', `${agency};${theirs};5`), null);
  assert.equal(
    firstOf('Téléphone;Bénéficiaire;Montant', `${agency};Awa;5`, `${agency};${theirs};5`),
    null,
  );
  assert.equal(firstOf('Téléphone;Mobile;Montant', `${agency};${theirs};5`), null);
});
