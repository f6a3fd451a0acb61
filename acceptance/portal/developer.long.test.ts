// Checks the back-office page of a developer as a customer's page: figures, last payments, keys,
// notes, and the ways into the lists.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { createClient, payOut, startReceiver, untilAdmitted } from '../harness/index.ts';
import { openHarness, type Harness, type Visitor } from './harness.ts';
import { lookAt } from './look.ts';
import { newColleague, newOperator } from './people.ts';
import { untilTold } from './told.ts';

let harness: Harness;
let first: Visitor;
let second: Visitor;
before(async () => {
  harness = await openHarness();
  ({ visitor: first } = await newOperator(harness));
  ({ visitor: second } = await newColleague(harness, {
    language: 'en',
    width: 390,
    theme: 'dark',
  }));
});
after(async () => {
  await first?.close();
  await second?.close();
  await harness.close();
});

test('P21 a developer’s page tells how its business goes, and leads into its lists', async () => {
  const { baseUrl, apiKey } = harness.installation;
  const client = createClient(baseUrl, apiKey);
  const receiver = await startReceiver();
  const order = payOut({ callbackUrl: receiver.url, amount: 98_000 });
  const { json } = await untilAdmitted(client, order);
  assert.equal(json.code, 2000);
  await receiver.waitFor(String(order['externalTransactionId']));
  await receiver.close();

  const { page } = first;
  await first.open('/developers/1');
  await page.getByRole('heading', { name: '30 derniers jours' }).waitFor();
  await page.getByText('1 sur 1 transaction terminée').waitFor();
  await page.getByRole('tab', { name: 'Personnes' }).click();
  await page.getByText('1 clé valide').waitFor();
  await page.getByRole('tab', { name: 'Dossier' }).click();
  await page.getByRole('button', { name: 'Ajouter une note' }).click();
  await page.getByRole('dialog').getByLabel('Note').fill('Appelle le vendredi');
  await page.getByRole('dialog').getByRole('button', { name: 'Ajouter une note' }).click();
  await page.getByText('Appelle le vendredi').waitFor();
  await lookAt(page, 'developer-activity-fr');
  await second.open('/developers/1?tab=file');
  await second.page.getByText('Appelle le vendredi').waitFor();
  await second.page.getByRole('tab', { name: 'Overview' }).click();
  await second.page.getByRole('heading', { name: 'Last 30 days' }).waitFor();
  await lookAt(second.page, 'developer-activity-en-dark-phone');
  await page.getByRole('tab', { name: 'Vue d’ensemble' }).click();
  await page
    .getByRole('navigation', { name: 'Listes de ce développeur' })
    .getByRole('link', { name: 'Transactions' })
    .click();
  await page.getByRole('heading', { level: 1, name: 'Transactions' }).waitFor();
  assert.equal(new URL(page.url()).searchParams.get('account'), '1');
  await page.getByText(String(json.data.transactionId)).first().waitFor();
});

/** Clicks, choices and filled-in fields of one job. */
function countActions() {
  let actions = 0;
  return {
    count: () => actions,
    act(action: Promise<unknown>): Promise<unknown> {
      actions += 1;
      return action;
    },
  };
}

test('P22 a merchant is opened with 68 services and their prices in at most 12 actions, and a changed plan shows before and after', async () => {
  const { page } = first;
  await first.open('/price-plans/new');
  await page.getByLabel('Nom').fill('Standard 2026');
  await page.getByRole('button', { name: 'Tout cocher' }).click();
  await page.getByText('68 services inclus').waitFor();
  await page.getByLabel('Pourcentage de tous les services cochés').fill('1,5');
  await page.getByRole('button', { name: 'Remplir' }).click();
  await page.getByRole('button', { name: 'Créer une grille' }).click();
  await page.getByRole('heading', { level: 1, name: 'Standard 2026' }).waitFor();
  await lookAt(page, 'price-plan-fr');

  const { act, count } = countActions();
  await first.open('/developers');
  await act(page.getByRole('button', { name: 'Ouvrir un compte' }).click());
  const dialog = page.getByRole('dialog');
  await act(dialog.getByLabel('Entreprise ou projet').fill('Boutique Teranga'));
  await act(dialog.getByRole('button', { name: 'Ouvrir un compte' }).click());
  await page.getByRole('heading', { level: 1, name: 'Boutique Teranga' }).waitFor();
  const developer = new URL(page.url()).pathname;
  await act(page.getByRole('button', { name: 'Appliquer une grille' }).click());
  await act(dialog.getByLabel('Motif').fill('Contrat du 21 novembre'));
  await act(dialog.getByRole('button', { name: 'Demander l’approbation' }).click());
  await untilTold(page, 'Demande envoyée.');
  const colleague = second.page;
  await second.open('/approvals?state=open');
  await act(
    colleague
      .getByRole('button', { name: /^Open Request/ })
      .first()
      .click(),
  );
  await colleague.getByRole('heading', { name: 'What changes for Boutique Teranga' }).waitFor();
  await colleague.getByText('1.5%').first().waitFor();
  await lookAt(colleague, 'price-plan-approval-en-dark-phone');
  await act(colleague.getByRole('button', { name: 'Approve' }).click());
  await untilTold(colleague, 'Approved and executed.');
  await act(page.getByRole('tab', { name: 'Personnes' }).click());
  await act(page.getByRole('button', { name: 'Inviter', exact: true }).click());
  await act(dialog.getByLabel('Adresse e-mail').fill('awa@teranga.sn'));
  await act(dialog.locator('button[type="submit"]').click());
  await dialog.getByText(/invitation#/).waitFor();
  assert.ok(count() <= 12, `${count()} actions`);
  await first.open(`${developer}?tab=services`);
  await page.getByRole('cell', { name: '1,5 %' }).first().waitFor();
  assert.equal(await page.getByRole('button', { name: /^Désactiver / }).count(), 68);
  assert.equal(await page.getByText('Tarif négocié', { exact: true }).count(), 68);

  await first.open('/price-plans');
  await lookAt(page, 'price-plans-fr');
  await page.getByRole('link', { name: 'Standard 2026' }).click();
  await page.getByRole('heading', { level: 1, name: 'Standard 2026' }).waitFor();
  await page.getByLabel('Pourcentage de tous les services cochés').fill('2');
  await page.getByRole('button', { name: 'Remplir' }).click();
  await page.getByRole('button', { name: 'Enregistrer' }).click();
  await page.getByRole('button', { name: 'Mettre à jour 1 développeur' }).click();
  await dialog.getByLabel('Motif').fill('Nouveaux tarifs');
  await dialog.getByRole('button', { name: 'Demander l’approbation' }).click();
  await untilTold(page, 'Demande envoyée.');
  await second.open('/approvals?state=open');
  await colleague
    .getByRole('button', { name: /^Open Request/ })
    .first()
    .click();
  await colleague.getByText('1.5% → 2%').first().waitFor();
});
