// Follows an account of ours at a bank in a browser: it is added, a float move goes through it, and
// its statement shows what one side alone knows; then the same on a phone, in English.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { openHarness, type Harness } from './harness.ts';
import { lookAt } from './look.ts';
import { newColleague, newOperator } from './people.ts';
import { untilTold } from './told.ts';

let harness: Harness;
before(async () => (harness = await openHarness()));
after(() => harness.close());

/** A deposit that nobody has booked. */
const statement = (account: string): string =>
  [
    ':20:STMT',
    `:25:${account}`,
    ':28C:1/1',
    ':60F:C261101XOF1000000,',
    ':61:2611021102C25000,NTRFNONREF//DEP-7',
    ':62F:C261102XOF1025000,',
    '-',
  ].join('\r\n');
const fileOf = (account: string) => ({
  name: 'releve.sta',
  mimeType: 'text/plain',
  buffer: Buffer.from(statement(account)),
});

test('F11 a bank account is added, chosen from the start, and its statement taken in', async () => {
  const { visitor } = await newOperator(harness);
  const { page } = visitor;
  await visitor.open('/reconciliation');
  await page.getByRole('link', { name: 'Comptes bancaires' }).click();
  await page.getByText('Aucun compte bancaire').waitFor();
  await page.getByRole('button', { name: 'Ajouter un compte' }).click();
  await page.getByRole('textbox', { name: 'Nom' }).fill('Exploitation');
  await page.getByRole('textbox', { name: 'Banque' }).fill('CBAO');
  await page.getByRole('textbox', { name: 'Numéro du compte' }).fill('SN08 SN01 0015');
  await lookAt(page, 'bank-account-new-fr');
  await page.getByRole('button', { name: 'Enregistrer' }).click();
  await untilTold(page, 'Compte ajouté.');
  await page.getByText('SN08SN010015').waitFor();
  await lookAt(page, 'bank-accounts-fr');
  await visitor.open('/floats');
  await page.getByRole('button', { name: 'Approvisionner ou retirer' }).click();
  const through = page.getByRole('combobox', { name: 'Par notre compte bancaire' });
  await through.locator('option:checked', { hasText: 'Exploitation' }).waitFor({
    state: 'attached',
  });
  await lookAt(page, 'float-through-bank-fr');
  await visitor.open('/reconciliation/new');
  const party = page.getByRole('combobox', { name: 'Fournisseur ou banque' });
  await party.selectOption({ label: 'Exploitation' });
  await page.getByLabel('Fichier du relevé').setInputFiles(fileOf('SN99'));
  await page.getByRole('button', { name: 'Envoyer le fichier' }).click();
  await page.getByText('Ce relevé est celui du compte SN99').waitFor();
  await lookAt(page, 'bank-statement-other-fr');
  await page.getByRole('button', { name: 'Choisir un autre fichier' }).click();
  await party.selectOption({ label: 'Exploitation' });
  await page.getByLabel('Fichier du relevé').setInputFiles(fileOf('SN08SN010015'));
  await page.getByRole('button', { name: 'Envoyer le fichier' }).click();
  await page.getByRole('table', { name: 'Aperçu' }).getByText('DEP-7').waitFor();
  await page.getByRole('button', { name: /^Rapprocher ce relevé/ }).click();
  await page.locator('.page-title .badge', { hasText: 'Terminé' }).waitFor();
  await page.getByText('Absent chez nous').first().waitFor();
  await page.getByRole('columnheader', { name: 'Banque', exact: true }).first().waitFor();
  const provider = page.getByRole('columnheader', { name: 'Fournisseur', exact: true });
  assert.equal(await provider.count(), 0);
  await lookAt(page, 'bank-statement-fr');
  await visitor.close();
});

test('F11 the same on a phone, in English', async () => {
  const { visitor } = await newColleague(harness, { language: 'en', width: 390 });
  const { page } = visitor;
  await visitor.open('/reconciliation/banks');
  await page.getByText('SN08SN010015').waitFor();
  await lookAt(page, 'bank-accounts-en-phone');
  await visitor.open('/reconciliation');
  await page.getByRole('button', { name: 'releve.sta' }).click();
  await page.getByText('Missing here').first().waitFor();
  await lookAt(page, 'bank-statement-en-phone');
  await visitor.close();
});
