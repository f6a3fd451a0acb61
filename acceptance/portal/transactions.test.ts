// Are transactions found and understood, undone, taken along as a file? By a developer and by an operator; and does the statement add up?

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, before, test } from 'node:test';
import { createClient, payOut, startReceiver, type Receiver } from '../harness/index.ts';
import { lookAt } from './look.ts';
import { oneTimeCode } from './one-time-code.ts';
import { newDeveloper, newOperator, signIn } from './people.ts';
import { openStage, type Stage, type Visitor } from './stage.ts';

let stage: Stage;
let receiver: Receiver;
before(async () => {
  receiver = await startReceiver();
  stage = await openStage();
});
after(async () => {
  await stage?.close();
  await receiver.close();
});

/** Payments of the developer who is at home: their order, the first one to be refused by the provider. */
async function pay({ page }: Visitor): Promise<string[]> {
  const line = await page.locator('.code-block code').innerText();
  const client = createClient(stage.installation.baseUrl, /"apiKey":"([^"]+)"/.exec(line)![1]!);
  const ids: string[] = [];
  for (const amount of [1_500, 250, 98_000]) {
    const order = payOut({ callbackUrl: receiver.url, amount, clientData: { order: amount } });
    assert.equal((await client.operation(order)).json.code, 2000);
    ids.push(String(order['externalTransactionId']));
  }
  await Promise.all(ids.map((id) => receiver.waitFor(id)));
  return ids;
}

/** A file that a page offers, as text. */
async function fetchFile({ page }: Visitor, form: string): Promise<string> {
  await page.getByRole('button', { name: /^(Exporter|Export)$/ }).click();
  const download = page.waitForEvent('download');
  await page.getByRole('menuitem', { name: form }).click();
  return readFile(await (await download).path(), 'utf8');
}

test('P20 a transaction is found, understood, exported and refunded; the statement adds up; an operator sees it, too', async () => {
  const { visitor: developer, person } = await newDeveloper(stage);
  const { page } = developer;
  await developer.open('/transactions');
  await page.getByText('Aucune transaction').waitFor();
  await developer.open('/');
  const [first] = await pay(developer);

  await developer.open('/transactions');
  await page.getByRole('row').nth(3).waitFor();
  await lookAt(page, 'transactions-fr');
  const excel = await fetchFile(developer, 'CSV pour Excel');
  assert.ok(excel.startsWith('\ufeffIdentifiant;') && excel.split('\r\n').length === 5, excel);
  await page.getByLabel('Rechercher').fill(first!);
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
  await page.getByRole('heading', { name: 'Ce qui s’est passé' }).waitFor();
  const id = new URL(page.url()).pathname.slice('/transactions/'.length);
  assert.equal(await page.getByRole('button', { name: 'Rembourser' }).count(), 0, 'no money without a second factor');
  await lookAt(page, 'transaction-fr');

  await developer.open('/security');
  await page.getByRole('button', { name: 'Installer l’application' }).click();
  person.secret = (await page.locator('.totp code').innerText()).replace(/\s/g, '');
  await page.getByLabel('Code à six chiffres affiché').fill(oneTimeCode(person.secret));
  await page.getByRole('button', { name: 'Vérifier et activer' }).click();
  await page.getByLabel(/en lieu sûr/).check();
  await page.getByRole('button', { name: 'Continuer' }).click();
  await page.getByText('Actif', { exact: true }).first().waitFor();
  await developer.close();
  const phone = await stage.visit({ language: 'en', width: 390 });
  await signIn(phone, person);
  await phone.page.getByRole('button', { name: 'English' }).click();
  await phone.page.getByRole('heading', { name: /^Hello/ }).waitFor();
  await phone.open('/transactions');
  await phone.page.locator('.table-open').first().waitFor();
  await lookAt(phone.page, 'transactions-en-phone');
  await phone.open(`/transactions/${id}`);
  await phone.page.getByRole('button', { name: 'Refund', exact: true }).click();
  await phone.page.getByRole('dialog').getByRole('button', { name: 'Refund', exact: true }).click();
  await phone.page.getByText('The transaction is refunded.').waitFor();
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
    assert.equal(available, Number(afterwards), 'each entry leads to the balance that stands beside it');
  }
  await askAboveTheLimit(phone);
  await phone.close();
});

/** A refund that another person of the account would have to approve; the one who asked takes it back. */
async function askAboveTheLimit({ page, open }: Visitor): Promise<void> {
  await stage.installation.cli(['refund-limit', '1000']);
  await open('/transactions');
  await page.locator('.table-open').first().click();
  await page.getByRole('link', { name: 'Open page' }).click();
  await page.getByRole('heading', { name: 'What happened' }).waitFor();
  await page.getByRole('button', { name: 'Refund', exact: true }).click();
  await page.getByRole('textbox', { name: 'Reason' }).fill('Paid twice');
  await page.getByRole('dialog').getByRole('button', { name: 'Refund', exact: true }).click();
  await page.getByText('another person must approve').first().waitFor();
  await open('/refunds');
  await page.getByText('Paid twice').waitFor();
  await lookAt(page, 'refunds-en-phone');
  await page.locator('.table-open').first().click();
  await page.getByRole('button', { name: 'Withdraw the wish' }).click();
  await page.getByText('Withdrawn.').first().waitFor();
}

test('P21 an operator finds a transaction of any account, and the look is written down', async () => {
  const { visitor: developer } = await newDeveloper(stage, { width: 1_280 });
  const [first] = await pay(developer);
  await developer.open('/statement');
  await developer.page.getByRole('rowheader').first().waitFor();
  await lookAt(developer.page, 'statement-fr');
  await developer.close();

  const { visitor: desk } = await newOperator(stage, { language: 'en', theme: 'dark' });
  await desk.open('/transactions');
  await desk.page.getByRole('link', { name: 'Boutique Teranga' }).first().waitFor();
  await lookAt(desk.page, 'operator-transactions-en-dark');
  await desk.page.getByLabel('Search', { exact: true }).fill(first!);
  await desk.page.getByText('1 row').waitFor();
  await desk.page.locator('.table-open').click();
  await desk.page.locator('.side-panel').getByText('Callback delivered').waitFor();
  await desk.page.getByRole('link', { name: 'Open page' }).click();
  await desk.page.getByRole('heading', { name: 'What happened' }).waitFor();
  await desk.page.getByRole('button', { name: 'Refund' }).waitFor();
  await lookAt(desk.page, 'operator-transaction-en-dark');
  await desk.close();
});
