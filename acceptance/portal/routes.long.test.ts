// Checks the operator's page of routes in a browser: a route is interrupted with a reason, a payout
// waits for it and is canceled, and the route is restored.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { createAccount, createClient, uniqueId, uniquePhone, until } from '../harness/index.ts';
import type { Client } from '../harness/index.ts';
import { lookUp } from '../harness/payment.ts';
import { openHarness, type Harness, type Visitor } from './harness.ts';
import { lookAt } from './look.ts';
import { newOperator } from './people.ts';

const payout = 'OPG_CI_API_CASH_IN';
const route = 'OPG_CI';

let harness: Harness;
let client: Client;
let operator: Visitor;

before(async () => {
  harness = await openHarness();
  const { installation } = harness;
  const account = await createAccount(installation, { set: ['--callback-grace-ms', '0'] });
  client = createClient(installation.baseUrl, account.apiKey);
  ({ visitor: operator } = await newOperator(harness));
});
after(async () => {
  await operator?.close();
  await harness?.close();
});

const isTaken = async (code: string): Promise<boolean> => {
  const { json } = await client.get('/api-services/services', { Secretkey: client.apiKey });
  const services = json.services as { codeService: string; available?: boolean }[];
  return services.find(({ codeService }) => codeService === code)!.available !== false;
};
const rowOf = (caption: string, name: string) =>
  operator.page.getByRole('table', { name: caption }).getByRole('row').filter({ hasText: name });
/** Presses a button of a row, fills the reason in and confirms. */
async function decide(label: string, of: string, reason: string): Promise<void> {
  const { page } = operator;
  await page.getByRole('button', { name: `${label} : ${of}` }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Motif').fill(reason);
  await dialog.getByRole('button', { name: label }).click();
  await dialog.waitFor({ state: 'hidden' });
}

test('O15 a route is interrupted with a reason, what waits is canceled, and the route is restored', async () => {
  const { page } = operator;
  await operator.open('/routes');
  await page.getByText('Toutes les routes sont en service.').waitFor();
  await page.getByText('Inclure les routes en service').click();
  await decide('Interrompre', route, 'Panne annoncée par l’opérateur');
  await rowOf('Disjoncteurs', route).getByText('Interrompue').waitFor();
  await rowOf('Disjoncteurs', route).getByText('Panne annoncée').waitFor();
  await until('the route is down', async () => !(await isTaken(payout)));

  const funds = await client.balance();
  const ids = [uniqueId('parked'), uniqueId('parked')];
  const transactions: string[] = [];
  for (const id of ids) {
    const { json } = await client.operation({
      phone: uniquePhone('0000', 10),
      amount: 1_000,
      codeService: payout,
      externalTransactionId: id,
      callbackUrl: 'https://boutique.sn/callback',
    });
    transactions.push(json.data.transactionId);
  }
  const [canceled, kept] = transactions as [string, string];
  await operator.open('/routes');
  await rowOf('Paiements en attente', canceled).waitFor();
  await rowOf('Paiements en attente', kept).waitFor();
  await lookAt(page, 'routes-fr');

  await decide('Annuler le paiement', canceled, 'Le bénéficiaire a changé de numéro');
  await rowOf('Paiements en attente', canceled).waitFor({ state: 'detached' });
  assert.equal((await lookUp(client, ids[0]!)).json.data.status, 'CANCELED');
  assert.equal((await lookUp(client, ids[1]!)).json.data.status, 'PENDING');
  assert.ok((await client.balance()) < funds, 'the other one is still held');
  await page.setViewportSize({ width: 390, height: 844 });
  await lookAt(page, 'routes-fr-phone');
  await page.setViewportSize({ width: 1_280, height: 900 });

  await decide('Rétablir', route, 'L’opérateur répond à nouveau');
  await rowOf('Disjoncteurs', route).getByText('Interrompue').waitFor({ state: 'detached' });
  await rowOf('Paiements en attente', kept).waitFor({ state: 'detached', timeout: 240_000 });
  await rowOf('Historique', 'L’opérateur répond à nouveau').waitFor();
  await until(
    'it is sent',
    async () => (await lookUp(client, ids[1]!)).json.data.status === 'SUCCESS',
    { timeoutMs: 240_000 },
  );
});

test('O15 the numbers of a route’s breaker are set with a reason, and shown when they are looked at again', async () => {
  const { page } = operator;
  await operator.open('/routes');
  await page.getByText('Inclure les routes en service').click();
  const settings = page.getByRole('button', { name: `Réglages du disjoncteur : ${route}` });
  const failures = page.getByRole('dialog').getByLabel('Échecs au moins');
  await settings.click();
  await failures.fill('1');
  await page.getByRole('dialog').getByLabel('Motif').fill('Petit volume');
  await page.getByRole('button', { name: 'Enregistrer' }).click();
  await page.getByText('Inférieur au minimum.').waitFor();
  await lookAt(page, 'route-breaker-settings');
  await failures.fill('3');
  await page.getByRole('button', { name: 'Enregistrer' }).click();
  await page.getByRole('dialog').waitFor({ state: 'hidden' });
  // What is in force reaches the node's copy of the catalogue a moment later.
  await until('the settings are in force', async () => {
    await page.reload();
    await page.getByText('Inclure les routes en service').click();
    await settings.click();
    return (await failures.inputValue()) === '3';
  });
});
