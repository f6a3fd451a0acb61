// How does a claim go from its opening to its closing? By a developer and an operator who both use the portal.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Page } from 'playwright-core';
import { createClient, payOut, startReceiver, until, type Receiver } from '../harness/index.ts';
import { lookAt, takePicture } from './look.ts';
import { newDeveloper, newOperator } from './people.ts';
import { openStage, type Stage } from './stage.ts';

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

async function move(page: Page, button: string, comment: string): Promise<void> {
  await page.getByRole('button', { name: button, exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox').fill(comment);
  await dialog.getByRole('button', { name: button, exact: true }).click();
  await dialog.waitFor({ state: 'hidden' });
}

test('P12 a claim from opening to closing, with its evidence, reopened and closed again', async () => {
  const { visitor: developer } = await newDeveloper(stage);
  const { page } = developer;
  const line = await page.locator('.code-block code').innerText();
  const apiKey = /"apiKey":"([^"]+)"/.exec(line)![1]!;
  const order = payOut({ callbackUrl: receiver.url });
  const client = createClient(stage.installation.baseUrl, apiKey);
  assert.equal((await client.operation(order)).json.code, 2000);
  const externalId = String(order['externalTransactionId']);
  await receiver.waitFor(externalId);

  await developer.open('/claims');
  await page.getByText('Aucune réclamation').waitFor();
  await takePicture(page, 'claims-fr-empty');
  await page.getByRole('link', { name: 'Ouvrir une réclamation' }).click();
  await page.getByLabel('Identifiant de la transaction').fill('nothing-like-it');
  await page.getByLabel('Sujet').fill('Le client n’a rien reçu');
  await page.getByRole('textbox', { name: 'Message' }).fill('Notre client dit que l’argent n’est pas arrivé.');
  await page.getByRole('button', { name: 'Ouvrir une réclamation' }).click();
  await page.getByText('Votre compte n’a pas de transaction avec cet identifiant.').waitFor();
  await lookAt(page, 'claim-new-fr-fault');
  await page.getByLabel('Identifiant de la transaction').fill(externalId);
  await page.getByRole('button', { name: 'Ouvrir une réclamation' }).click();
  await page.waitForURL(/\/claims\/C\d{14}$/);
  const reference = new URL(page.url()).pathname.slice('/claims/'.length);

  const { visitor: desk } = await newOperator(stage, { language: 'en' });
  await desk.page.getByRole('link', { name: 'Claims', exact: true }).click();
  await desk.page.getByRole('button', { name: new RegExp(reference) }).waitFor();
  await lookAt(desk.page, 'claim-queue-en');
  await desk.page.getByRole('button', { name: new RegExp(reference) }).click();
  await desk.page.getByText('Exchange 1').waitFor();
  await desk.page
    .getByText(/^(being sent|accepted by the provider) → succeeded$/)
    .first()
    .waitFor();
  await lookAt(desk.page, 'claim-case-en');
  const download = desk.page.waitForEvent('download');
  await desk.page.getByRole('button', { name: 'Download the evidence' }).click();
  assert.equal((await download).suggestedFilename(), `${reference}.json`);
  await move(desk.page, 'Take up', 'We are asking the provider.');
  await desk.page.getByRole('button', { name: 'Resolve', exact: true }).click();
  await desk.page.getByRole('dialog').getByRole('button', { name: 'Resolve', exact: true }).click();
  await desk.page.getByText('Fill this in.').waitFor();
  await desk.page.getByRole('dialog').getByRole('textbox').fill('The provider confirms the payment.');
  await desk.page.getByRole('dialog').getByRole('button', { name: 'Resolve', exact: true }).click();
  await desk.page.getByRole('dialog').waitFor({ state: 'hidden' });

  await page.reload();
  await page.getByText('The provider confirms the payment.').waitFor();
  await lookAt(page, 'claim-fr-resolved');
  await page.getByRole('textbox', { name: 'Message' }).fill('Merci, nous vérifions.');
  await page.getByRole('button', { name: 'Envoyer' }).click();
  await page.getByText('Merci, nous vérifions.').last().waitFor();
  await desk.page.goto(new URL('/claim-queue', desk.page.url()).href);
  await desk.page.getByText('Objected to').waitFor();
  await lookAt(desk.page, 'claim-queue-en-objected');
  await desk.page.getByRole('button', { name: new RegExp(reference) }).click();
  await desk.page.getByText('First answer').waitFor();
  await move(page, 'Accepter et clôturer', 'C’est bon.');
  await move(page, 'Rouvrir', 'En fait, non.');
  await desk.page.reload();
  await desk.page.getByText('En fait, non.').waitFor();
  await move(desk.page, 'Reject', 'The receipt is attached to the payment.');
  await move(desk.page, 'Close the claim', '');
  await desk.page.getByText('A closed claim can be reopened for 7 days.').waitFor();
  await until('the claim is closed for the developer, too', async () => {
    await page.reload();
    return (await page.locator('.page-title .badge').innerText()).includes('Clôturée');
  });
  await developer.open('/claims');
  await page.locator('table .badge', { hasText: 'Clôturée' }).waitFor();
  await lookAt(page, 'claims-fr');
  await developer.close();
  await desk.close();
});
