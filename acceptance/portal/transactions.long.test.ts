// Checks that transactions can be found, understood, canceled or refunded, and exported to a
// file, by a developer and by an operator, and that the statement adds up.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, before, test } from 'node:test';
import { startReceiver, type Receiver } from '../harness/index.ts';
import { lookAt } from './look.ts';
import { oneTimeCode } from './one-time-code.ts';
import { pay } from './pay.ts';
import { chooseEnglish, newDeveloper, newOperator, signIn } from './people.ts';
import { openHarness, type Harness, type Visitor } from './harness.ts';
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

/** A file that a page offers, as text. */
async function fetchFile({ page }: Visitor, form: string): Promise<string> {
  await page.getByRole('button', { name: /^(Exporter|Export)$/ }).click();
  const download = page.waitForEvent('download');
  await page.getByRole('menuitem', { name: form }).click();
  return readFile(await (await download).path(), 'utf8');
}

test('P20 a transaction is found, understood, exported and refunded; the statement adds up; an operator sees it, too', async () => {
  const { visitor: developer, user } = await newDeveloper(harness);
  const { page } = developer;
  await developer.open('/transactions');
  await page.getByText('Aucune transaction').waitFor();
  await developer.open('/');
  const [first] = await pay(harness, developer, receiver);

  await developer.open('/transactions');
  await page.getByRole('row').nth(3).waitFor();
  await lookAt(page, 'transactions-fr');
  const excel = await fetchFile(developer, 'CSV pour Excel');
  assert.ok(excel.startsWith('\ufeffIdentifiant;') && excel.split('\r\n').length === 5, excel);
  await page.getByRole('searchbox', { name: 'Rechercher', exact: true }).fill(first!);
  await page.waitForURL(/q=/);
  await page.getByText('1 ligne').waitFor();
  await page.getByRole('searchbox', { name: 'Montant' }).fill('1e3');
  await page.locator('.filter-bar .field-error').waitFor();
  assert.equal(await page.locator('.table-open').count(), 1, 'the list stays');
  await lookAt(page, 'transactions-wrong-amount-fr');
  await page.getByRole('searchbox', { name: 'Montant' }).fill('');
  await page.locator('.filter-bar .field-error').waitFor({ state: 'detached' });
  await page.locator('.table-open').click();
  const panel = page.locator('.side-panel');
  await panel.getByText('Callback livré').waitFor();
  await lookAt(page, 'transaction-panel-fr');
  await panel.getByRole('link', { name: 'Ouvrir la page' }).click();
  await page.getByRole('heading', { name: 'Historique' }).waitFor();
  const id = new URL(page.url()).pathname.slice('/transactions/'.length);
  assert.equal(
    await page.getByRole('button', { name: 'Rembourser' }).count(),
    0,
    'no money without a second factor',
  );
  await lookAt(page, 'transaction-fr');

  await developer.open('/security');
  await page.getByRole('button', { name: 'Configurer l’application' }).click();
  user.secret = (await page.locator('.totp code').innerText()).replace(/\s/g, '');
  await page.getByLabel('Code à six chiffres affiché').fill(oneTimeCode(user.secret));
  await page.getByRole('button', { name: 'Vérifier et activer' }).click();
  await page.getByLabel(/en lieu sûr/).check();
  await page.getByRole('button', { name: 'Continuer' }).click();
  await page.getByText('Actif', { exact: true }).first().waitFor();
  await developer.close();
  const phone = await harness.visit({ language: 'en', width: 390 });
  await signIn(phone, user);
  await chooseEnglish(phone);
  await phone.page.getByRole('heading', { name: /^Hello/ }).waitFor();
  await phone.open('/transactions');
  await phone.page.locator('.table-open').first().waitFor();
  await lookAt(phone.page, 'transactions-en-phone');
  await phone.open(`/transactions/${id}`);
  await phone.page.getByRole('button', { name: 'Refund', exact: true }).click();
  await phone.page.getByRole('dialog').getByRole('button', { name: 'Refund', exact: true }).click();
  await untilTold(phone.page, 'The transaction is refunded.');
  await phone.page.locator('.page-title').getByText('Refunded').waitFor();
  await lookAt(phone.page, 'transaction-en-phone');

  await phone.open('/statement');
  await phone.page.getByRole('rowheader').first().waitFor();
  await lookAt(phone.page, 'statement-en-phone');
  const lines = (await fetchFile(phone, 'International CSV'))
    .trim()
    .split('\r\n')
    .slice(1)
    .map((line) => line.split(','));
  let available = 0;
  for (const [, , , , , change, , afterwards] of lines) {
    available += Number(change);
    assert.equal(
      available,
      Number(afterwards),
      'each entry leads to the balance that stands beside it',
    );
  }
  await askAboveTheLimit(phone);
  await phone.close();
});

/**
 * A refund that another user of the account would have to approve; the one who asked takes it back.
 */
async function askAboveTheLimit({ page, open }: Visitor): Promise<void> {
  await harness.installation.cli(['refund-limit', '1000']);
  await open('/transactions');
  await page.locator('.table-open').first().click();
  await page.getByRole('link', { name: 'Open page' }).click();
  await page.getByRole('heading', { name: 'Timeline' }).waitFor();
  await page.getByRole('button', { name: 'Refund', exact: true }).click();
  await page.getByRole('textbox', { name: 'Reason' }).fill('Paid twice');
  await page.getByRole('dialog').getByRole('button', { name: 'Refund', exact: true }).click();
  await untilTold(page, 'limit: another member must approve');
  await open('/refunds');
  await page.getByText('Paid twice').waitFor();
  await lookAt(page, 'refunds-en-phone');
  await page.locator('.table-open').first().click();
  await page.getByRole('heading', { name: 'Now → after approval' }).waitFor();
  await lookAt(page, 'refund-request-en-phone');
  await page.getByRole('button', { name: 'Withdraw request' }).click();
  await untilTold(page, 'Request withdrawn.');
}

test('P21 an operator finds a transaction of any account, and the look is written down', async () => {
  const { visitor: developer } = await newDeveloper(harness, { width: 1_280 });
  const [first] = await pay(harness, developer, receiver);
  await developer.open('/statement');
  await developer.page.getByRole('rowheader').first().waitFor();
  await lookAt(developer.page, 'statement-fr');
  await developer.close();

  const { visitor: backOffice } = await newOperator(harness, { language: 'en', theme: 'dark' });
  await backOffice.open('/transactions');
  await backOffice.page.getByRole('link', { name: 'Boutique Teranga' }).first().waitFor();
  await lookAt(backOffice.page, 'operator-transactions-en-dark');
  await backOffice.page.getByLabel('Search', { exact: true }).fill(first!);
  await backOffice.page.getByText('1 row').waitFor();
  await backOffice.page.locator('.table-open').click();
  await backOffice.page.locator('.side-panel').getByText('Callback delivered').waitFor();
  await backOffice.page.getByRole('link', { name: 'Open page' }).click();
  await backOffice.page.getByRole('heading', { name: 'Timeline' }).waitFor();
  await backOffice.page.getByRole('button', { name: 'Refund' }).waitFor();
  await lookAt(backOffice.page, 'operator-transaction-en-dark');
  await backOffice.close();
});
