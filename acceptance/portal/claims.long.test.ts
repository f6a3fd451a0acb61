// Follows a claim from opening to closing, with a developer and an operator who both use the
// portal.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Page } from 'playwright-core';
import {
  createClient,
  payOut,
  startReceiver,
  until,
  untilAdmitted,
  type Receiver,
} from '../harness/index.ts';
import { lookAt, takePicture } from './look.ts';
import { newDeveloper, newOperator } from './people.ts';
import { openHarness, type Harness } from './harness.ts';

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

async function move(page: Page, button: string, comment: string): Promise<void> {
  await page.getByRole('button', { name: button, exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox').fill(comment);
  await dialog.getByRole('button', { name: button, exact: true }).click();
  await dialog.waitFor({ state: 'hidden' });
}

test('P12 a claim from opening to closing, with its evidence, reopened and closed again', async () => {
  const { visitor: developer } = await newDeveloper(harness);
  const { page } = developer;
  const line = await page.locator('.code-block code').innerText();
  const apiKey = /"apiKey":"([^"]+)"/.exec(line)![1]!;
  const order = payOut({ callbackUrl: receiver.url });
  const client = createClient(harness.installation.baseUrl, apiKey);
  assert.equal((await untilAdmitted(client, order)).json.code, 2000);
  const externalId = String(order['externalTransactionId']);
  await receiver.waitFor(externalId);

  await developer.open('/claims');
  await page.getByText('Aucune réclamation').waitFor();
  await takePicture(page, 'claims-fr-empty');
  await page.getByRole('link', { name: 'Ouvrir une réclamation' }).click();
  await page.getByLabel('Identifiant de la transaction').fill('nothing-like-it');
  await page.getByLabel('Sujet').fill('Le client n’a rien reçu');
  await page
    .getByRole('textbox', { name: 'Message' })
    .fill('Notre client dit que l’argent n’est pas arrivé.');
  await page.getByRole('button', { name: 'Ouvrir une réclamation' }).click();
  await page.getByText('Votre compte n’a pas de transaction avec cet identifiant.').waitFor();
  await lookAt(page, 'claim-new-fr-fault');
  await page.getByLabel('Identifiant de la transaction').fill(externalId);
  await page.getByRole('button', { name: 'Ouvrir une réclamation' }).click();
  await page.waitForURL(/\/claims\/C\d{14}$/);
  const reference = new URL(page.url()).pathname.slice('/claims/'.length);

  const { visitor: backOffice } = await newOperator(harness, { language: 'en' });
  await backOffice.page.getByRole('link', { name: 'Claims', exact: true }).click();
  await backOffice.page.getByRole('button', { name: new RegExp(reference) }).waitFor();
  await lookAt(backOffice.page, 'claim-queue-en');
  await backOffice.page.getByRole('button', { name: new RegExp(reference) }).click();
  await backOffice.page.getByText('Exchange 1').waitFor();
  await backOffice.page
    .getByText(/^(sending|accepted by the provider) → succeeded$/)
    .first()
    .waitFor();
  await lookAt(backOffice.page, 'claim-case-en');
  const download = backOffice.page.waitForEvent('download');
  await backOffice.page.getByRole('button', { name: 'Download evidence' }).click();
  assert.equal((await download).suggestedFilename(), `${reference}.json`);
  await move(backOffice.page, 'Start work', 'We are asking the provider.');
  await backOffice.page.getByRole('button', { name: 'Mark as resolved', exact: true }).click();
  await backOffice.page
    .getByRole('dialog')
    .getByRole('button', { name: 'Mark as resolved', exact: true })
    .click();
  await backOffice.page.getByText('This field is required.').waitFor();
  await backOffice.page
    .getByRole('dialog')
    .getByRole('textbox')
    .fill('The provider confirms the payment.');
  await backOffice.page
    .getByRole('dialog')
    .getByRole('button', { name: 'Mark as resolved', exact: true })
    .click();
  await backOffice.page.getByRole('dialog').waitFor({ state: 'hidden' });

  await page.reload();
  await page.getByText('The provider confirms the payment.').waitFor();
  await lookAt(page, 'claim-fr-resolved');
  await page.getByRole('textbox', { name: 'Message' }).fill('Merci, nous vérifions.');
  await page.getByRole('button', { name: 'Envoyer' }).click();
  await page.getByText('Merci, nous vérifions.').last().waitFor();
  await backOffice.page.goto(new URL('/claim-queue', backOffice.page.url()).href);
  await backOffice.page.getByText('Contested').waitFor();
  await lookAt(backOffice.page, 'claim-queue-en-objected');
  await backOffice.page.getByRole('button', { name: new RegExp(reference) }).click();
  await backOffice.page.getByText('First reply').waitFor();
  await move(page, 'Accepter et clore', 'C’est bon.');
  await move(page, 'Rouvrir', 'En fait, non.');
  await backOffice.page.reload();
  await backOffice.page.getByText('En fait, non.').waitFor();
  await move(backOffice.page, 'Reject', 'The receipt is attached to the payment.');
  await move(backOffice.page, 'Close claim', '');
  await backOffice.page.getByText('A closed claim can be reopened for 7 days.').waitFor();
  await until('the claim is closed for the developer, too', async () => {
    await page.reload();
    return (await page.locator('.page-title .badge').innerText()).includes('Close');
  });
  await developer.open('/claims');
  await page.locator('table .badge', { hasText: 'Close' }).waitFor();
  await lookAt(page, 'claims-fr');
  await developer.close();
  await backOffice.close();
});
