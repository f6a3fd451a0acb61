// Proves the page of the payer's phone: what the account collects from its number is asked there,
// and the answer is the payment's result; links and SMS are there, too.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Page } from 'playwright-core';
import {
  addSmsCaller,
  createClient,
  payOut,
  until,
  type Client,
  type Json,
} from '../harness/index.ts';
import { openHarness, type Harness, type VisitorOptions } from './harness.ts';
import { assertAccessible, assertFits, lookAt } from './look.ts';
import { newUser, register } from './people.ts';

let harness: Harness;
before(async () => {
  harness = await openHarness();
});
after(() => harness?.close());

/** A developer whose page holds a phone. */
async function openPhone(options: VisitorOptions, phone: string) {
  const visitor = await harness.visit(options);
  const { page } = visitor;
  await register(visitor, newUser('Coumba Fall'), 'Boutique');
  const read = async (path: string): Promise<Json> =>
    (await page.request.get(`/portal/api/${path}`)).json();
  const { apiKey } = await read('home/first-call');
  await page.goto(`/sandbox/phone?phone=${encodeURIComponent(phone)}`);
  await page.getByRole('region', { name: /Écran|Screen/ }).waitFor();
  const client = createClient(harness.installation.baseUrl, apiKey);
  return { visitor, page, client, accountId: (await read('me')).membership.accountId as number };
}

/** Collects until the phone asks: one that was let go of for a moment asks nothing. */
const collect = (client: Client, page: Page, members: object): Promise<string> =>
  until('it is asked', async () => {
    const order = payOut({ codeService: 'OPA_SN_API_CASH_OUT', ...members });
    await client.operation(order);
    const asked = page.getByRole('group').getByRole('textbox');
    const isAsked = await asked.waitFor({ timeout: 20_000 }).then(
      () => true,
      () => false,
    );
    return isAsked && String(order['externalTransactionId']);
  });

test('P10 a developer approves, refuses and mistypes on the phone, and reads what the payer reads', async () => {
  const phone = '+221770000001';
  const { visitor, page, client, accountId } = await openPhone({ language: 'fr' }, phone);
  await page.getByText('Rien à l’écran.').waitFor();
  const paid = await collect(client, page, { phone, amount: 1350 });
  await page.getByText('Payer 1 350 F CFA à Boutique ?').waitFor();
  await lookAt(page, 'phone-asked-fr');
  await page.getByLabel('Code PIN').fill('1234');
  await page.getByRole('button', { name: 'Approuver' }).click();
  await page.getByText('Vous avez payé 1 350 F CFA à Boutique.').waitFor();
  await page.getByRole('link', { name: paid }).waitFor();

  await collect(client, page, { phone, amount: 1360 });
  await page.getByLabel('Code PIN').fill('4321');
  await page.getByRole('button', { name: 'Approuver' }).click();
  await page.getByText('Votre paiement de 1 360 F CFA à Boutique n’a pas abouti.').waitFor();

  await collect(client, page, { phone, amount: 1370, codeService: 'OPC_SN_API_CASH_OUT' });
  await page.getByRole('img', { name: 'QR code de la page de paiement' }).waitFor();
  const sms = await addSmsCaller(harness.installation, { accountId, apiKey: '' });
  await sms.send({ msisdn: [phone], content: 'Votre commande vous attend.' });
  await page.getByText('Votre commande vous attend.').waitFor();
  await lookAt(page, 'phone-link-fr');
  await page.getByRole('button', { name: 'Refuser' }).click();
  await page.getByText('Votre paiement de 1 370 F CFA à Boutique n’a pas abouti.').waitFor();
  assert.equal(await page.getByRole('button', { name: 'Approuver' }).count(), 0);

  await page.getByRole('button', { name: 'Poser le téléphone' }).click();
  await page.getByRole('button', { name: 'Prendre le téléphone' }).waitFor();
  await visitor.close();
});

test('P11 the phone in English, dark and on a phone; a request that is left expires', async () => {
  const phone = '+221770000002';
  const { visitor, page, client } = await openPhone(
    { language: 'en', theme: 'dark', width: 390 },
    phone,
  );
  await collect(client, page, { phone, amount: 1350 });
  await lookAt(page, 'phone-en-dark-phone');
  await page.getByRole('button', { name: 'Let it expire' }).click();
  await page.getByText('did not go through').waitFor();
  await assertAccessible(page, 'phone-en-dark-phone-expired');
  await assertFits(page, 'phone-en-dark-phone-expired');
  await visitor.close();
});

test('P10 a number that is none is said to be wrong', async () => {
  const visitor = await harness.visit({ language: 'fr' });
  const { page } = visitor;
  await register(visitor, newUser('Dior Sow'), 'Boutique');
  await page.goto('/sandbox');
  await page.getByRole('link', { name: 'Téléphone du payeur' }).click();
  await page.getByLabel('Numéro du téléphone').fill('12');
  await page.getByRole('button', { name: 'Prendre le téléphone' }).click();
  await page.getByRole('alert').waitFor();
  await page.getByRole('button', { name: 'Poser le téléphone' }).click();
  await lookAt(page, 'phone-number-fr');
  await visitor.close();
});
