// The job "a customer calls": an operator types the number, reads the answer with the provider's
// proof, and leaves a note and takes evidence along on the transaction's page.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, before, test } from 'node:test';
import {
  createClient,
  payOut,
  startReceiver,
  untilAdmitted,
  type Receiver,
} from '../harness/index.ts';
import { untilCopied } from './clipboard.ts';
import { lookAt } from './look.ts';
import { newColleague, newDeveloper, newOperator } from './people.ts';
import { openHarness, type Harness } from './harness.ts';
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

/** A payment that has succeeded; answers the number as a caller says it. */
async function payOne(): Promise<string> {
  const { visitor } = await newDeveloper(harness);
  const line = await visitor.page.locator('.code-block code').innerText();
  await visitor.close();
  const client = createClient(harness.installation.baseUrl, /"apiKey":"([^"]+)"/.exec(line)![1]!);
  const order = payOut({ callbackUrl: receiver.url, amount: 1_500 });
  assert.equal((await untilAdmitted(client, order)).json.code, 2000);
  await receiver.waitFor(String(order['externalTransactionId']));
  return String(order['phone']);
}

test('P23 a customer’s call by phone number is answered in three actions, with the provider’s proof', async () => {
  const phone = await payOne();
  const { visitor } = await newOperator(harness);
  const { page } = visitor;
  // One: the search. Two: the number. Three: the sentence is copied.
  await visitor.open('/search');
  await page.getByRole('searchbox').last().fill(phone);
  const answer = page.getByRole('region', { name: 'En français' });
  await answer
    .getByText(/^Votre paiement .* est réussi \(le .*Référence du fournisseur\u00a0: /)
    .waitFor();
  await lookAt(page, 'customer-call-fr');
  await answer.getByRole('button', { name: 'Copier en français' }).click();
  await untilTold(page, 'Copié');
  const copied = await untilCopied(page, 'Votre paiement');
  assert.match(copied, /^Votre paiement .* 1\s500\s.* est réussi/);

  await page.getByRole('table', { name: 'Transactions' }).getByRole('link').first().click();
  const summary = page.getByRole('region', { name: 'Résumé' });
  await summary.getByText('Effet net sur le solde').waitFor();
  assert.equal(
    await page.getByRole('button', { name: 'Interroger le fournisseur' }).count(),
    0,
    'what has ended is not asked about',
  );
  await page.getByRole('button', { name: 'Ajouter une note' }).click();
  await page.getByRole('dialog').getByLabel('Note').fill('Client rappelé, rassuré.');
  await page.getByRole('dialog').getByRole('button', { name: 'Ajouter une note' }).click();
  await page.getByRole('list', { name: 'Notes internes' }).getByText('rassuré').waitFor();
  await lookAt(page, 'transaction-work-fr');
  await page.getByRole('button', { name: 'Preuve' }).click();
  const download = page.waitForEvent('download');
  await page.getByRole('menuitem', { name: 'PDF à imprimer' }).click();
  const file = await readFile(await (await download).path());
  assert.equal(file.subarray(0, 5).toString(), '%PDF-');
  await visitor.close();

  const { visitor: colleague } = await newColleague(harness, {
    language: 'en',
    theme: 'dark',
    width: 390,
  });
  await colleague.open(`/search?q=${phone}`);
  await colleague.page
    .getByRole('region', { name: 'In English' })
    .getByText(/^Your .* payment of .* succeeded \(on .*Provider reference: /)
    .waitFor();
  await lookAt(colleague.page, 'customer-call-en-dark-phone');
  await colleague.close();
});
