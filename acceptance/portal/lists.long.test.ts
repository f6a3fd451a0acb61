// Checks that a user narrows the list of transactions, saves what it is narrowed by, finds it again
// with one press, and deletes it.

import { after, before, test } from 'node:test';
import { startReceiver, type Receiver } from '../harness/index.ts';
import { openHarness, type Harness } from './harness.ts';
import { assertShort, lookAt } from './look.ts';
import { pay } from './pay.ts';
import { newDeveloper, newOperator } from './people.ts';
import { untilTold } from './told.ts';

let harness: Harness;
let receiver: Receiver;
before(async () => {
  receiver = await startReceiver();
  harness = await openHarness();
});
after(async () => {
  await harness?.close();
  await receiver.close();
});

test('P63 a developer narrows a list by amounts and a part of the number, saves the filter, and finds it again', async () => {
  const { visitor } = await newDeveloper(harness);
  const { page } = visitor;
  await pay(harness, visitor, receiver);
  await visitor.open('/transactions');
  await page.getByText('3 lignes').waitFor();
  await page
    .getByRole('group', { name: 'Transactions par statut' })
    .getByRole('button', { name: 'Réussie 3' })
    .waitFor();
  await lookAt(page, 'transactions-tabs-fr');
  await visitor.open('/callbacks');
  const states = page.getByRole('group', { name: 'Callbacks par livraison' });
  await states.getByRole('button', { name: 'Livré 3' }).click();
  await page.waitForURL(/state=delivered/);
  await lookAt(page, 'callbacks-tabs-fr');
  await page.setViewportSize({ width: 390, height: 844 });
  await lookAt(page, 'callbacks-tabs-fr-phone');
  await assertShort(page, 'callbacks on a phone');
  await page.setViewportSize({ width: 1280, height: 900 });
  await visitor.open('/transactions');
  await page.getByRole('searchbox', { name: 'Montant' }).fill('1000-2000');
  await page.getByText('1 ligne').waitFor();
  await page.getByRole('button', { name: 'Plus de filtres' }).click();
  await page.getByRole('searchbox', { name: 'Partie du numéro' }).fill('99999999');
  await page.getByText('Aucun résultat').waitFor();
  await lookAt(page, 'transactions-filters-fr');
  await page.getByRole('button', { name: 'Enregistrer ce filtre' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Nom').fill('Petits montants');
  await lookAt(page, 'transactions-save-filter-fr');
  await dialog.getByRole('button', { name: 'Enregistrer ce filtre' }).click();
  await untilTold(page, 'Le filtre est enregistré.');

  await visitor.open('/transactions');
  await page.getByText('3 lignes').waitFor();
  await page.getByRole('button', { name: 'Petits montants' }).click();
  await page.waitForURL(({ search }) => search === '?amount=1000-2000');
  await page.getByText('1 ligne').waitFor();
  await lookAt(page, 'transactions-saved-filter-fr');
  await page.setViewportSize({ width: 390, height: 844 });
  const folded = page.getByRole('button', { name: 'Filtres utilisés' });
  await page.getByRole('searchbox', { name: 'Montant' }).waitFor({ state: 'detached' });
  await lookAt(page, 'transactions-saved-filter-fr-phone');
  await assertShort(page, 'transactions on a phone');
  await folded.click();
  await page.getByRole('searchbox', { name: 'Montant' }).waitFor();
  await page.getByRole('combobox', { name: 'Période' }).selectOption('yesterday');
  await page.getByText('Aucun résultat').waitFor();
  await page.getByRole('combobox', { name: 'Période' }).selectOption('today');
  await page.getByText('1 ligne').waitFor();
  await page.getByRole('combobox', { name: 'Période' }).selectOption('all');
  await page.getByRole('button', { name: 'Supprimer ce filtre' }).click();
  await dialog.getByRole('button', { name: 'Supprimer ce filtre' }).click();
  await untilTold(page, 'Le filtre est supprimé.');
  await page.getByRole('button', { name: 'Petits montants' }).waitFor({ state: 'detached' });
  await visitor.close();
});

test('P64 an operator narrows the list of all accounts by developer and route', async () => {
  const { visitor: developer } = await newDeveloper(harness);
  await pay(harness, developer, receiver, [700]);
  await developer.close();
  const { visitor } = await newOperator(harness, { language: 'en', theme: 'dark' });
  const { page } = visitor;
  await visitor.open('/transactions');
  await page.getByRole('link', { name: 'Boutique Teranga' }).first().waitFor();
  await page.getByRole('searchbox', { name: 'Developer' }).fill('teranga');
  await page.waitForURL(/account=teranga/);
  await page.getByRole('button', { name: 'More filters' }).click();
  const route = page.getByRole('combobox', { name: 'Route' });
  const offered = route.locator('option', { hasText: /^OPA_CM/ }).first();
  await route.selectOption(await offered.innerText());
  await page.getByText('No results', { exact: true }).waitFor();
  await lookAt(page, 'operator-transactions-filters-en-dark');
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await page.getByRole('link', { name: 'Boutique Teranga' }).first().waitFor();
  await page.setViewportSize({ width: 390, height: 844 });
  await lookAt(page, 'operator-transactions-en-phone-dark');
  await visitor.close();
});
