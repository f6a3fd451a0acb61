// Proves that a developer gets what an integration needs: keys, signatures, services and
// callbacks, with requested services activated by the operator.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { verifyCallbackHash } from '@jokko/contract';
import {
  createClient,
  startReceiver,
  uniqueId,
  uniquePhone,
  untilAdmitted,
} from '../harness/index.ts';
import { lookAt } from './look.ts';
import { oneTimeCode } from './one-time-code.ts';
import { newDeveloper, newOperator } from './people.ts';
import { openHarness, type Harness, type Visitor } from './harness.ts';
import { untilTold } from './told.ts';

let harness: Harness;
before(async () => {
  harness = await openHarness();
});
after(() => harness.close());

/** Adds an authenticator app on the page of security. */
async function addApp({ page, open }: Visitor): Promise<void> {
  await open('/security');
  await page.getByRole('button', { name: 'Configurer l’application' }).click();
  const secret = (await page.locator('.totp code').innerText()).replace(/\s/g, '');
  await page.getByLabel('Code à six chiffres affiché').fill(oneTimeCode(secret));
  await page.getByRole('button', { name: 'Vérifier et activer' }).click();
  await page.getByLabel('J’ai enregistré mes codes en lieu sûr').check();
  await page.getByRole('button', { name: 'Continuer' }).click();
  await page.locator('dialog:modal').waitFor({ state: 'detached' });
}

test('P5 keys: made with limits and shown once, used, rolled with an overlap, revoked; secrets are changed', async () => {
  const { visitor } = await newDeveloper(harness);
  const { page } = visitor;
  await visitor.open('/keys');
  await page.getByText('Ajoutez un second facteur').waitFor();
  await addApp(visitor);
  await visitor.open('/keys');
  await page.getByRole('button', { name: 'Créer une clé' }).click();
  await page.getByRole('textbox', { name: 'Nom' }).fill('Boutique en ligne');
  await page.getByLabel('Lecture seule').check();
  await page.getByRole('textbox', { name: /Adresses IP autorisées/ }).fill('pas une adresse');
  await page.locator('dialog form button[type="submit"]').click();
  await page.getByText('L’une de ces lignes n’est ni une adresse IP').waitFor();
  await page.getByRole('textbox', { name: /Adresses IP autorisées/ }).fill('');
  await lookAt(page, 'keys-new-fr');
  await page.locator('dialog form button[type="submit"]').click();
  const apiKey = await page.locator('.secret code').innerText();
  assert.equal(
    typeof (await createClient(harness.installation.baseUrl, apiKey).balance()),
    'number',
  );
  await page.getByRole('button', { name: 'Je l’ai enregistrée' }).click();
  await page.getByText('Boutique en ligne').click();
  await page.getByRole('button', { name: 'Afficher la clé' }).click();
  await page.getByText(apiKey).waitFor();
  await lookAt(page, 'keys-fr');
  await page.getByRole('button', { name: 'Remplacer' }).click();
  await page.locator('dialog:modal').getByRole('button', { name: 'Remplacer' }).click();
  const next = await page.locator('.secret code').innerText();
  assert.notEqual(next, apiKey);
  await page.getByRole('button', { name: 'Je l’ai enregistrée' }).click();
  await page.locator('tr').getByText('Expire bientôt').waitFor();
  await page.getByRole('button', { name: 'Révoquer' }).click();
  await page.locator('dialog:modal').getByRole('button', { name: 'Révoquer' }).click();
  await page.locator('tr').getByText('Révoquée').waitFor();
  await visitor.open('/signing');
  await page.getByRole('button', { name: 'Afficher le secret' }).click();
  assert.match(await page.locator('.secret code').innerText(), /^whsec_/);
  await lookAt(page, 'signing-shown-fr');
  await page.locator('dialog:modal').getByRole('button', { name: 'Fermer' }).last().click();
  await page.getByRole('button', { name: 'Remplacer le secret' }).click();
  await page.locator('dialog:modal').getByRole('button', { name: 'Remplacer le secret' }).click();
  assert.match(await page.locator('.secret code').innerText(), /^whsec_/);
  await page.getByRole('button', { name: 'Je l’ai enregistré' }).click();
  await page.getByRole('button', { name: 'Activer' }).click();
  await page.locator('dialog:modal').getByRole('button', { name: 'Activer' }).click();
  assert.match(await page.locator('.secret code').innerText(), /^hmac_/);
  await page.getByRole('button', { name: 'Je l’ai enregistré' }).click();
  await lookAt(page, 'signing-fr');
  await visitor.close();
});

test('P6 services: looked through, asked for, activated by the operator', async () => {
  const { visitor } = await newDeveloper(harness, { language: 'en', width: 390 });
  const { page } = visitor;
  await visitor.open('/services');
  await lookAt(page, 'services-en-phone');
  const [service] = (await page.evaluate(
    'fetch("/portal/api/services").then((a) => a.json()).then((a) => a.services)',
  )) as [{ code: string; name: string }];
  const accountId = await page.evaluate<number>(
    'fetch("/portal/api/me").then((a) => a.json()).then((me) => me.membership.accountId)',
  );
  await harness.installation.cli(['account', 'set', String(accountId), '--activate', 'none']);
  await page.reload();
  await visitor.open(`/services?open=${encodeURIComponent(service.code)}`);
  await page.getByRole('button', { name: 'Request activation' }).click();
  await page.getByLabel(/What will you use it for/).fill('Donations');
  await page.getByRole('button', { name: 'Send request' }).click();
  await page.locator('dialog').getByText('Requested').first().waitFor();

  const { visitor: operator } = await newOperator(harness, { language: 'en' });
  await operator.open('/service-requests');
  await operator.page.getByRole('button', { name: service.name }).click();
  await operator.page.getByText('Donations').waitFor();
  await lookAt(operator.page, 'service-requests-en');
  await operator.page.getByRole('button', { name: 'Activate' }).click();
  await untilTold(operator.page, 'Service activated.');
  await operator.close();

  await page.reload();
  await page.locator('dialog').getByText('Active').first().waitFor();
  await visitor.close();
});

test('P7 callbacks: a failure is explained, sent again and delivered; a server is tried; a pin is registered', async (t) => {
  const receiver = await startReceiver();
  t.after(() => receiver.close());
  const { visitor } = await newDeveloper(harness, { language: 'en' });
  const { page } = visitor;
  const accountId = await page.evaluate<number>(
    'fetch("/portal/api/me").then((a) => a.json()).then((me) => me.membership.accountId)',
  );
  const { cli, baseUrl } = harness.installation;
  await cli(['account', 'set', String(accountId), '--callback-grace-ms', '0']);
  const { apiKey } = await cli<{ apiKey: string }>(['key', 'create', String(accountId)]);
  receiver.answerWith(() => ({ status: 500, body: 'down\u001b[31m <b>\u202e' }));
  const id = uniqueId('portal');
  const { json } = await untilAdmitted(createClient(baseUrl, apiKey), {
    phone: uniquePhone('7028'),
    amount: 100,
    codeService: 'OPA_SN_API_CASH_IN',
    externalTransactionId: id,
    callbackUrl: receiver.url,
  });
  const { transactionId } = (json as { data: { transactionId: string } }).data;
  await receiver.waitFor(id);

  await visitor.open('/callbacks');
  await page.getByRole('button', { name: transactionId }).click();
  const panel = page.locator('dialog.side-panel');
  await panel.getByText('Your server failed with 500').waitFor();
  await panel.getByText('⟨U+001B⟩[31m <b>').waitFor();
  await lookAt(page, 'callbacks-open-en');
  receiver.answerWith(() => ({ status: 200 }));
  await panel.getByRole('button', { name: 'Resend' }).click();
  // The second one, unless a minute has passed before: then the gateway has tried again by itself.
  await panel.getByText(/^Attempt [2-9] – delivered/).waitFor();
  await panel.getByRole('button', { name: 'Close' }).click();
  await page.getByRole('combobox', { name: 'Delivery' }).selectOption('abandoned');
  await page.getByText('No results for these filters').waitFor();
  await page.getByRole('combobox', { name: 'Delivery' }).selectOption('delivered');
  await page.getByRole('button', { name: 'Resend all matching' }).click();
  await page.locator('dialog:modal').getByRole('button', { name: 'Resend' }).click();
  await untilTold(page, '1 callback is being resent.');
  await lookAt(page, 'callbacks-en');

  await visitor.open('/callbacks/test');
  await page.getByLabel('Callback URL').fill('http://169.254.169.254/');
  await page.getByRole('button', { name: 'Send test' }).click();
  await page.locator('.field-error').waitFor();
  await page.getByLabel('Callback URL').fill(receiver.url);
  await page.getByRole('button', { name: 'Send test' }).click();
  await page.getByText('Your server accepts a forged callback').waitFor();
  const sample = receiver.requests.find((request) =>
    String(request.headers['webhook-id']).startsWith('cb_test_'),
  );
  assert.ok(sample !== undefined && sample.headers['webhook-signature'] !== undefined);
  assert.equal((sample.json as { test: boolean }).test, true);
  assert.ok(
    await verifyCallbackHash(sample.json, apiKey),
    'a receiver that verifies sha256Hash believes the sample',
  );
  await lookAt(page, 'callback-tester-en');

  await visitor.open('/pins');
  await page.getByRole('button', { name: 'Add a pin' }).click();
  await page.getByRole('textbox', { name: 'Server' }).fill('shop.example');
  await page.getByRole('textbox', { name: 'Pin', exact: true }).fill('not a pin');
  await page.locator('dialog form button[type="submit"]').click();
  await page.getByText('This is not a SHA-256 hash in base64.').waitFor();
  await page.getByRole('textbox', { name: 'Pin', exact: true }).fill(`sha256/${'A'.repeat(43)}=`);
  await page.locator('dialog form button[type="submit"]').click();
  await page.getByText('Not seen yet').waitFor();
  await lookAt(page, 'pins-en');
  await visitor.close();
});
