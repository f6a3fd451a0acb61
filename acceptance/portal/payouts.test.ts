// Does a list of payments go from a file to its recipients? With errors, a second person, a pause, and what failed sent again.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Page } from 'playwright-core';
import { lookAt, takePicture } from './look.ts';
import { oneTimeCode } from './one-time-code.ts';
import { newDeveloper, newOperator, newPerson, type Person } from './people.ts';
import { openStage, type Stage, type Visitor } from './stage.ts';

let stage: Stage;
before(async () => {
  stage = await openStage();
});
after(() => stage?.close());

/** Money needs a second factor. */
async function addApp({ page, open }: Visitor, person: Person): Promise<void> {
  await open('/security');
  await page.getByRole('button', { name: /Installer l’application|Set up the app/ }).click();
  person.secret = (await page.locator('.totp code').innerText()).replace(/\s/g, '');
  await page.getByLabel(/Code à six chiffres affiché|Six-digit code it shows/).fill(oneTimeCode(person.secret));
  await page.getByRole('button', { name: /Vérifier et activer|Verify and activate/ }).click();
  await page.getByLabel(/en lieu sûr|in a safe place/).check();
  await page.getByRole('button', { name: /Continuer|Continue/ }).click();
}

/** Invited by the owner, in with a second factor of their own. */
async function colleagueOf(owner: Visitor): Promise<Visitor> {
  const { page } = owner;
  const guest = newPerson('Moussa Sarr');
  await owner.open('/team');
  await page.getByRole('button', { name: 'Inviter' }).click();
  await page.getByLabel('Adresse e-mail').fill(guest.email);
  await page.getByRole('dialog').getByLabel('Rôle').selectOption('finance');
  await page.getByRole('button', { name: 'Créer le lien' }).click();
  const link = new URL(await page.locator('.secret code').innerText());
  const visitor = await stage.visit({ language: 'en', width: 390 });
  await visitor.open(link.pathname + link.hash);
  await visitor.page.getByLabel(/Your name/).fill(guest.name);
  await visitor.page.getByLabel(/Password/).fill(guest.password);
  await visitor.page.locator('form button[type="submit"]').click();
  await visitor.page.locator('.shell h1').waitFor();
  await addApp(visitor, guest);
  return visitor;
}

async function upload(page: Page, name: string, text: string): Promise<void> {
  await page.getByLabel('Fichier', { exact: true }).setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(text) });
  await page.getByRole('button', { name: 'Vérifier le fichier' }).click();
}

/** 150 lines leave within seconds, or much later where everything else runs, too. */
const paidWithinMs = 60_000;

/** The state of the batch, beside its name. */
const stateIs = (page: Page, state: string) => page.locator('.page-title .badge', { hasText: state }).waitFor({ timeout: paidWithinMs });

const header = 'téléphone;montant;identifiant externe;nom';
/** More than go out in the first seconds, so that there is something to hold. Of the first ones two fail by their digits. */
const good = [
  '770009005;1500;SAL-1;Awa Diop',
  '770009006;2500;SAL-2;Binta Fall',
  ...Array.from({ length: 150 }, (_, index) => `7712${String(10_000 + index)};1000;;Employé ${index + 1}`),
];

test('P25 a bulk payout: errors by line, corrected, approved by a second person, held, resumed, and what failed sent again', async () => {
  const { visitor: owner, person } = await newDeveloper(stage);
  const { page } = owner;
  await addApp(owner, person);
  const colleague = await colleagueOf(owner);

  await owner.open('/payouts');
  await page.getByText('Aucun paiement groupé').waitFor();
  await takePicture(page, 'payouts-fr-empty');
  await page.getByRole('link', { name: 'Nouveau fichier' }).first().click();
  await page.getByLabel('Nom du lot').fill('Salaires de novembre');
  await page.getByRole('button', { name: 'Vérifier le fichier' }).click();
  await page.getByText('Choisissez un fichier.').waitFor();
  await upload(page, 'photo.csv', '%PDF-1.7 nothing like a table');
  await page.getByText('Ce n’est ni un CSV ni un XLSX.').waitFor();
  await lookAt(page, 'payouts-new-fr-fault');
  await page.getByLabel('Service').selectOption('OPA_SN_API_CASH_IN');
  await upload(
    page,
    'salaires.csv',
    [header, ...good.slice(0, 1), '2,21771E+11;1500;;Awa', '12;-1;SAL-1;?', '770007005;500;;Refused at once', ...good.slice(1, 4)].join(
      '\r\n',
    ),
  );
  await page.getByText('3 lignes à corriger').waitFor();
  await page.getByText('Le tableur a perdu des chiffres').waitFor();
  await lookAt(page, 'payouts-draft-fr');
  assert.equal(await page.getByRole('button', { name: 'Soumettre à approbation' }).count(), 0, 'nothing is submitted with errors');

  await page.getByRole('link', { name: 'Envoyer le fichier corrigé' }).click();
  await upload(page, 'salaires.csv', [header, ...good].join('\r\n'));
  await page.getByText('Toutes les lignes peuvent être payées.').waitFor();
  await page.getByRole('button', { name: 'Soumettre à approbation' }).click();
  await page.getByText('Vous avez soumis ce lot').waitFor();
  assert.equal(await page.getByRole('button', { name: 'Approuver et payer' }).count(), 0, 'nobody approves their own');

  const { pathname } = new URL(page.url());
  await colleague.open(pathname);
  await lookAt(colleague.page, 'payouts-decision-en-phone');
  await colleague.page.getByRole('textbox', { name: /^Note/ }).fill('Checked against the pay roll.');
  await colleague.page.getByRole('button', { name: 'Approve and pay' }).click();
  await colleague.page.getByRole('button', { name: 'Pause', exact: true }).click();
  // No reload: what others do is heard.
  await stateIs(page, 'En pause');
  await page.getByRole('button', { name: 'Reprendre' }).click();
  await stateIs(page, 'Terminé');
  await page.getByText('150 payées').waitFor();
  await page.getByLabel('Afficher').selectOption('failed');
  await page.getByText('2 lignes sur cette page').first().waitFor();
  await page.getByRole('cell', { name: 'Awa Diop' }).waitFor();
  await lookAt(page, 'payouts-done-fr');

  await page.getByRole('button', { name: 'Renvoyer les échecs' }).click();
  await page.getByRole('dialog').getByText('Montant des lignes échouées').waitFor();
  await takePicture(page, 'payouts-retry-fr');
  await page.getByRole('dialog').getByRole('button', { name: 'Renvoyer les échecs' }).click();
  await page.getByText('Les lignes échouées repartent.').waitFor();
  await stateIs(page, 'Terminé');
  const transaction = page.getByRole('row', { name: /Awa Diop/ }).getByRole('link');
  await transaction.waitFor();
  await transaction.click();
  await page.getByRole('heading', { name: 'Ce qui s’est passé' }).waitFor();
  await page.getByText('SAL-1-r2').first().waitFor();

  await owner.open('/payouts/new');
  await page.getByLabel('Nom du lot').fill('Les mêmes');
  await page.getByLabel('Service').selectOption('OPA_SN_API_CASH_IN');
  await upload(page, 'salaires.csv', [header, ...good].join('\r\n'));
  await page.getByText('Ce fichier a déjà servi').waitFor();
  // Those with an id of their own cannot be sent again; all that were paid are told.
  await page.getByText('150 lignes ressemblent à d’autres paiements').waitFor();
  await page.getByLabel('Numéro, nom ou identifiant externe').fill('employé 77');
  await page.getByText('1 ligne sur cette page').first().waitFor();
  await lookAt(page, 'payouts-same-file-fr');
  await colleague.open(new URL(page.url()).pathname);
  await colleague.page.getByText('This file was used before').waitFor();
  await lookAt(colleague.page, 'payouts-same-file-en-phone');

  await colleague.open('/payouts?state=done');
  await colleague.page.getByText('Les mêmes').waitFor({ state: 'hidden' });
  await lookAt(colleague.page, 'payouts-en-phone');
  await colleague.page.getByRole('link', { name: 'Salaires de novembre' }).click();
  await colleague.page.getByText('150 paid').waitFor();
  await colleague.close();
  await owner.close();
  const { visitor: desk } = await newOperator(stage, { language: 'en' });
  await desk.open('/all-payouts');
  await desk.page.getByRole('link', { name: 'Salaires de novembre' }).click();
  await desk.page.getByText('150 paid').waitFor();
  assert.equal(
    await desk.page
      .getByRole('main')
      .getByRole('button', { name: /Pause|again|Approve/ })
      .count(),
    0,
    'operators look on',
  );
  await lookAt(desk.page, 'payouts-operator-en');
  await desk.close();
  await stage.installation.cli(['doctor']);
});
