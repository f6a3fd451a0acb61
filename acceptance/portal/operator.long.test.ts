// Checks the daily work of operator users: the overview, a developer's money under two-user
// approval, the audit log, the search.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { createClient, payOut, startReceiver } from '../harness/index.ts';
import { lookAt } from './look.ts';
import { newColleague, newOperator } from './people.ts';
import { openHarness, type Harness, type Visitor } from './harness.ts';
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

/** Payments of the installation's first account, for the figures. */
async function pay(): Promise<void> {
  const { baseUrl, apiKey } = harness.installation;
  const client = createClient(baseUrl, apiKey);
  const receiver = await startReceiver();
  const orders = [1_500, 250, 98_000, 4_000].map((amount) =>
    payOut({ callbackUrl: receiver.url, amount }),
  );
  for (const order of orders) assert.equal((await client.operation(order)).json.code, 2000);
  await Promise.all(
    orders.map((order) => receiver.waitFor(String(order['externalTransactionId']))),
  );
  await receiver.close();
}

test('P8 the overview tells how the gateway is doing, and the doctor is asked', async () => {
  const { page } = first;
  await pay();
  await first.open('/overview');
  await page.getByRole('heading', { name: 'Fournisseurs', exact: true }).waitFor();
  await page.getByRole('button', { name: 'Vérifier maintenant' }).click();
  await page.getByText('Tous les invariants vérifiés sont respectés.').waitFor();
  await lookAt(page, 'overview-fr');
  const choice = page.getByRole('combobox', { name: 'Répartir par' });
  await choice.selectOption({ label: 'Route' });
  // In a part of the page that is closed at first.
  const table = (by: string) =>
    page.getByRole('table', { name: `Volume par heure · ${by}`, includeHidden: true });
  await table('Route').waitFor({ state: 'attached' });
  await page.getByText('Données du graphique sous forme de tableau').first().click();
  await table('Route').getByText('OPC_SN').waitFor({ state: 'attached' });
  await lookAt(page, 'overview-by-route-fr');
  await choice.selectOption({ label: 'Développeur' });
  await table('Développeur').waitFor({ state: 'attached' });
  await second.open('/overview');
  await second.page.getByRole('heading', { name: 'Providers', exact: true }).waitFor();
  await lookAt(second.page, 'overview-en-dark-phone');
});

test('P9 an account is opened; its money comes by two users; each look at it is in order', async () => {
  const { page } = first;
  await first.open('/developers');
  await lookAt(page, 'developers-fr');
  await page.getByRole('button', { name: 'Ouvrir un compte' }).click();
  await page.getByLabel('Entreprise ou projet').fill('Boutique Teranga');
  await page.getByLabel('Activer tous les services du catalogue').check();
  await page.getByRole('dialog').getByRole('button', { name: 'Ouvrir un compte' }).click();
  await page.getByRole('heading', { level: 1, name: 'Boutique Teranga' }).waitFor();

  await page.getByRole('tab', { name: 'Argent' }).click();
  await page.getByRole('button', { name: 'Approvisionner ou ajuster' }).click();
  await page.getByRole('dialog').getByLabel('Montant').fill('250 000');
  await page.getByRole('dialog').getByLabel('Motif').fill('Virement du 21 novembre');
  await lookAt(page, 'money-request-fr');
  await page.getByRole('button', { name: 'Demander l’approbation' }).click();
  await untilTold(page, 'Demande envoyée.');
  await lookAt(page, 'developer-fr');
  const developer = new URL(page.url()).pathname;

  await first.open('/approvals');
  await page
    .getByRole('button', { name: /^Ouvrir Demande/ })
    .first()
    .click();
  await page.getByText('Vous êtes l’auteur de cette demande').waitFor();
  await lookAt(page, 'approvals-fr');

  await second.open('/approvals');
  await second.page
    .getByRole('button', { name: /^Open Request/ })
    .first()
    .click();
  await second.page.getByLabel(/^Note/).fill('Seen on the statement');
  await lookAt(second.page, 'approval-en-dark-phone');
  await second.page.getByRole('button', { name: 'Approve' }).click();
  await untilTold(second.page, 'Approved and executed.');
  await second.open(developer);
  await second.page
    .getByText(/250,000/)
    .first()
    .waitFor();
  await lookAt(second.page, 'developer-en-dark-phone');
  assert.equal(
    await second.page.getByRole('button', { name: 'Suspend' }).count(),
    0,
    'finance suspends nobody',
  );

  await first.open(developer);
  await page.getByRole('button', { name: 'Consulter le portail' }).click();
  await page.getByRole('dialog').getByLabel('Motif').fill('Question au téléphone');
  await page.getByRole('dialog').getByRole('button', { name: 'Consulter le portail' }).click();
  await page.getByText('Vous consultez le portail de Boutique Teranga').waitFor();
  await first.open('/statement');
  await page
    .getByText(/250\D000/)
    .first()
    .waitFor();
  await lookAt(page, 'view-as-fr');
  await first.open('/payouts');
  await page.getByRole('heading', { level: 1 }).waitFor();
  assert.equal(
    await page.getByRole('link', { name: /Nouveau/ }).count(),
    0,
    'who looks begins nothing',
  );
  await page.getByRole('button', { name: 'Quitter' }).click();
  await page.getByRole('heading', { level: 1, name: 'Boutique Teranga' }).waitFor();
});

test('P9 a price for one account, and a way into it, wait for the second user', async () => {
  const { page } = first;
  await first.open('/developers');
  await page.getByRole('link', { name: 'Boutique Teranga' }).first().click();
  await page.getByRole('tab', { name: 'Services' }).click();
  await page
    .getByRole('button', { name: /^Définir un tarif négocié pour / })
    .first()
    .click();
  await page.getByLabel('Pourcentage (%)').fill('1,25');
  await page.getByRole('dialog').getByLabel('Motif').fill('Contrat 12');
  await lookAt(page, 'own-price-fr');
  await page.getByRole('button', { name: 'Demander l’approbation' }).click();
  await untilTold(page, 'Demande envoyée.');
  await page.getByRole('tab', { name: 'Personnes' }).click();
  await page.getByRole('button', { name: 'Inviter', exact: true }).click();
  await page.getByLabel('Adresse e-mail').fill('awa@teranga.sn');
  await page.getByRole('dialog').getByLabel('Motif').fill('La propriétaire n’avait pas le portail');
  await lookAt(page, 'way-in-fr');
  await page.getByRole('button', { name: 'Demander l’approbation' }).click();
  await page.getByText('Ce lien ne fonctionne pas encore').waitFor();
  await lookAt(page, 'way-in-link-fr');
  const link = new URL(await page.locator('.secret code').innerText());
  await page.getByRole('button', { name: 'Terminé' }).click();

  const guest = await harness.visit({ width: 390 });
  await guest.open(link.pathname + link.hash);
  await guest.page.getByText('il n’a pas encore été approuvé').waitFor();
  await lookAt(guest.page, 'invitation-ended-fr-phone');
  for (const words of ['awa@teranga.sn as owner', '1.25%']) {
    await second.open('/approvals?state=open');
    await second.page
      .getByRole('button', { name: /^Open Request/ })
      .first()
      .click();
    await second.page.getByText(words).first().waitFor();
    await lookAt(second.page, `way-in-request-${words.length}-en-dark-phone`);
    await second.page.getByRole('button', { name: 'Approve' }).click();
    await untilTold(second.page, 'Approved and executed.');
  }
  await guest.open('/sign-in');
  await guest.open(link.pathname + link.hash);
  await guest.page.getByLabel('Votre nom').fill('Awa Ndiaye');
  await guest.page.getByLabel('Mot de passe').fill('la-teranga-sous-la-pluie');
  await guest.page.locator('form button[type="submit"]').click();
  await guest.page.locator('.shell h1').waitFor();
  await page.reload();
  await page.getByRole('tab', { name: 'Services' }).click();
  await page.getByText('Tarif négocié').first().waitFor();
  await page.getByRole('tab', { name: 'Personnes' }).click();
  await page.getByRole('button', { name: 'Inviter', exact: true }).click();
  await page.getByLabel('Adresse e-mail').fill('quelquun@jokko.sn');
  await page.getByRole('dialog').getByLabel('Motif').fill('Aide à la mise en route');
  await page.getByRole('button', { name: 'Demander l’approbation' }).click();
  await page.getByRole('button', { name: 'Terminé' }).click();
  await guest.open('/');
  await guest.page.getByText('Invitation de quelquun@jokko.sn').waitFor();
  await lookAt(guest.page, 'let-in-fr-phone');
  await guest.close();
});

test('P10 what was done is in the audit log, whose chain holds; anything is found from the bar above', async () => {
  const { page } = first;
  await first.open('/audit');
  await page.getByRole('button', { name: 'Vérifier la chaîne' }).click();
  await page.getByText(/La chaîne est intacte/).waitFor();
  await page.getByLabel('Action').first().selectOption('wish.approve');
  await page.waitForURL('**action=wish.approve*');
  await page.locator('tbody tr').filter({ hasText: 'a approuvé une demande' }).first().waitFor();
  await page
    .locator('tbody tr')
    .filter({ hasNotText: 'a approuvé une demande' })
    .first()
    .waitFor({ state: 'detached' });
  await page
    .getByRole('button', { name: /^Ouvrir Entrée/ })
    .last()
    .click();
  await page.getByRole('dialog').getByText('Seen on the statement').first().waitFor();
  await lookAt(page, 'audit-fr');
  await second.open('/audit');
  await lookAt(second.page, 'audit-en-dark-phone');

  await page.getByRole('searchbox', { name: 'Rechercher partout' }).fill('Teranga');
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/search/);
  await page.getByRole('link', { name: 'Boutique Teranga' }).first().waitFor();
  await lookAt(page, 'search-fr');
  // On a phone what is typed is seen: the field takes the bar while it has the focus.
  const field = second.page.getByRole('searchbox', {
    name: /Rechercher partout|Search everywhere/,
  });
  await field.focus();
  const box = await field.boundingBox();
  assert.ok(box !== null && box.width > 300, JSON.stringify(box));
  await second.open('/search?q=wish/1');
  await second.page.getByRole('heading', { name: 'Approval requests' }).waitFor();
  await lookAt(second.page, 'search-en-dark-phone');
  await first.open('/blacklist');
  await page.getByText('Aucune adresse bloquée').waitFor();
  await lookAt(page, 'blacklist-fr');
});
