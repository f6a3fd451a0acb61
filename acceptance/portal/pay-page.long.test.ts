// The pages of a checkout and of a payment link in a real browser, on a phone with and without
// JavaScript and on a desktop: a payer whose first payment fails tries again and pays. Each page
// fits its screen and has no fault that axe finds.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { BrowserContext, Page } from 'playwright-core';
import {
  openFixture,
  sendRequest,
  uniqueId,
  uniquePhone,
  type Fixture,
  type Json,
} from '../harness/index.ts';
import { shareBrowser, type SharedBrowser } from './browser.ts';
import { assertAccessible, assertFits, takePicture } from './look.ts';

const waitAtMostMs = 120_000;
const wallet = 'OPA_SN_API_CASH_OUT';
const card = 'BANK_CARD_API_CASH_OUT';

let fixture: Fixture;
let browser: SharedBrowser;
before(async () => {
  [fixture, browser] = await Promise.all([openFixture(), shareBrowser()]);
});
after(async () => {
  await browser?.release();
  await fixture?.close();
});

async function post(path: string, members: Json): Promise<Json> {
  const { client } = fixture;
  const { json, text } = await sendRequest(`${client.baseUrl}/api-services/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ apiKey: client.apiKey, id: uniqueId(), ...members }),
  });
  assert.equal(json.code, 2000, text);
  return json.data;
}

const checkout = (members: Json = {}): Promise<Json> =>
  post('checkouts', {
    amount: 1500,
    description: 'Panier de Awa',
    services: [wallet, 'OPC_SN_API_CASH_OUT', card],
    // A page of ours, as nothing else is called.
    successRedirectUrl: `${fixture.client.baseUrl}/docs`,
    errorRedirectUrl: `${fixture.client.baseUrl}/docs`,
    ...members,
  });

const visits = [
  { name: 'without-script', width: 390, height: 844, javaScriptEnabled: false },
  { name: 'phone', width: 390, height: 844, colorScheme: 'light', javaScriptEnabled: true },
  { name: 'desktop', width: 1440, height: 900, colorScheme: 'dark', javaScriptEnabled: true },
] as const;

for (const { name, width, height, ...settings } of visits) {
  const visit = async (work: (page: Page, look: (what: string) => Promise<void>) => unknown) => {
    const context: BrowserContext = await browser.browser.newContext({
      viewport: { width, height },
      locale: 'fr-SN',
      ...settings,
    });
    const page = await context.newPage();
    page.setDefaultTimeout(waitAtMostMs);
    try {
      await work(page, async (what) => {
        await takePicture(page, `pay-${what}-${name}`);
        // axe is a script, too.
        if (!settings.javaScriptEnabled) return;
        await assertFits(page, what);
        await assertAccessible(page, what);
      });
    } finally {
      await context.close();
    }
  };

  test(`a payer fails, tries again and pays: ${name}`, () =>
    visit(async (page, look) => {
      const { url } = await checkout();
      await page.goto(url);
      await look('form');
      await payByPhone(page, uniquePhone('9004'));
      await page.getByRole('button', { name: 'Réessayer' }).waitFor();
      await look('failed');
      // Its provider takes ten seconds; the page loads itself anew until then, which axe would not
      // outlive.
      await payByPhone(page, uniquePhone('8003'));
      await page.getByText('Paiement en cours', { exact: true }).waitFor();
      await takePicture(page, `pay-paying-${name}`);
      await page.waitForURL(/\/docs/);
    }));

  test(`a payer pays by card, after a number that is none: ${name}`, () =>
    visit(async (page, look) => {
      const { url } = await checkout();
      await page.goto(url);
      await page.getByRole('link', { name: 'Payer par carte bancaire' }).click();
      await look('card');
      const fields = {
        'Numéro de téléphone': '77 000 00 01',
        'Numéro de carte': '5555',
        'Date d’expiration (MM/AA)': '09/39',
        'Cryptogramme (3 ou 4 chiffres)': '920',
        'Prénom du titulaire': 'Awa',
        'Nom du titulaire': 'Ndiaye',
      };
      for (const [label, value] of Object.entries(fields))
        await page.getByLabel(label, { exact: true }).fill(value);
      await page.getByRole('button', { name: 'Payer' }).click();
      await page.getByText('Ce numéro de carte n’est pas valide. Vérifiez-le.').waitFor();
      await look('card-wrong');
      assert.equal(await page.getByLabel('Numéro de carte').inputValue(), '');
      assert.equal(await page.getByLabel('Prénom du titulaire').inputValue(), 'Awa');
      await page.getByLabel('Numéro de carte').fill('5555 5555 5555 4444');
      await page.getByLabel('Date d’expiration (MM/AA)').fill('09/39');
      await page.getByLabel('Cryptogramme (3 ou 4 chiffres)').fill('920');
      await page.getByRole('button', { name: 'Payer' }).click();
      // The page is that of the simulator's bank.
      await page.waitForURL(/\/3ds\//);
      await page.locator('form[action$="/approve"] button').click();
      await page.waitForURL(/\/docs/);
    }));

  test(`a payer opens a link, chooses an amount and pays: ${name}`, () =>
    visit(async (page, look) => {
      const { url, id } = await post('payment-links', {
        amountRange: { minimum: 500, maximum: 5_000 },
        description: 'Don',
        services: [wallet],
      });
      await page.goto(url);
      await look('link');
      await page.getByLabel('Montant').fill('100');
      await page.getByRole('button').click();
      await page.getByRole('alert').waitFor();
      await look('link-wrong');
      await page.getByLabel('Montant').fill('1 500');
      await page.getByRole('button').click();
      await page.getByLabel('Numéro de téléphone').fill(uniquePhone('0000'));
      await page.getByRole('button', { name: 'Payer' }).click();
      await page.getByText('Paiement réussi').waitFor();
      await look('paid');
      const { client } = fixture;
      const { json } = await client.get(`/api-services/payment-links/${id}`, {
        Secretkey: client.apiKey,
      });
      assert.deepEqual(json.data.payments, { count: 1, amount: 1500 });
    }));

  test(`a checkout that was ended says so: ${name}`, () =>
    visit(async (page, look) => {
      const { id, url } = await checkout();
      await post('expire-checkout', { id });
      const answer = await page.goto(url);
      assert.equal(answer?.status(), 410);
      await look('canceled');
    }));
}

async function payByPhone(page: Page, phone: string): Promise<void> {
  await page.getByLabel('Numéro de téléphone').fill(phone);
  await page.getByLabel('Orange Money').check();
  await page.getByRole('button', { name: /Payer|Réessayer/ }).click();
}
